/// All decimal digits of a floating-point number, without any rounding.
///
/// Every finite binary number has a finite decimal expansion. Rounding it is then done on digits,
/// half to even as IEEE 754 and C's `printf` do, with the same result on every machine.
struct ExactDecimal {
    /// The digits, the first of them not zero; none for zero.
    private(set) var digits: [UInt8] = []
    /// How many of the digits stand before the point; negative when zeros follow it.
    private(set) var pointPosition = 0

    /// The magnitude of a finite number.
    init(_ value: Double) {
        guard value != 0, value.isFinite else { return }
        let isNormal = value.exponentBitPattern > 0
        let fraction = value.significandBitPattern | (isNormal ? 1 << 52 : 0)
        let exponent = Int(value.exponentBitPattern) - (isNormal ? 1_075 : 1_074)
        var number = WholeNumber(fraction)
        if exponent >= 0 {
            number.multiply(by: 2, times: exponent)
        } else {
            // m / 2^e is m * 5^e / 10^e.
            number.multiply(by: 5, times: -exponent)
        }
        digits = number.digits
        pointPosition = digits.count + min(exponent, 0)
    }

    /// The same with at most so many digits, rounded half to even; zeros at the end are kept.
    ///
    /// - Parameter count: May be negative: then the number is too small to count.
    func rounded(toDigits count: Int) -> ExactDecimal {
        guard count < digits.count else { return self }
        var rounded = self
        guard count >= 0 else {
            rounded.digits = []
            return rounded
        }
        rounded.digits = Array(digits[..<count])
        let rest = digits[count...]
        let isTie = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
        let isUp = isTie ? rounded.digits.last.map { $0 % 2 == 1 } ?? false : digits[count] >= 5
        if isUp { rounded.increment() }
        return rounded
    }

    private mutating func increment() {
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return
            }
            digits[index] = 0
        }
        digits.insert(1, at: 0)
        pointPosition += 1
    }
}

/// A whole number of any size, in limbs of nine decimal digits, the smallest first.
private struct WholeNumber {
    private var limbs: [UInt64]

    init(_ value: UInt64) {
        limbs = [value % 1_000_000_000, value / 1_000_000_000 % 1_000_000_000]
        limbs.append(value / 1_000_000_000_000_000_000)
    }

    mutating func multiply(by factor: UInt64, times: Int) {
        for _ in 0..<times {
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = limbs[index] * factor + carry
                limbs[index] = product % 1_000_000_000
                carry = product / 1_000_000_000
            }
            if carry > 0 { limbs.append(carry) }
        }
    }

    /// Its digits without zeros in front.
    var digits: [UInt8] {
        var digits: [UInt8] = []
        for limb in limbs {
            var rest = limb
            for _ in 0..<9 {
                digits.append(UInt8(rest % 10))
                rest /= 10
            }
        }
        return Array(digits.reversed().drop { $0 == 0 })
    }
}

extension Mathematics {
    /// `base` raised to `exponent`, within a few units in the last place.
    ///
    /// The special cases are those of IEEE 754 `pow`: any base to the power zero is one, a negative
    /// base wants a whole exponent (not-a-number otherwise), and zero to a negative power is
    /// infinite.
    ///
    /// `exponent * log(base)` is carried in two doubles: its rounding error would be multiplied by
    /// its size in the exponential.
    public static func power(_ base: Double, _ exponent: Double) -> Double {
        if exponent == 0 || base == 1 { return 1 }
        if base.isNaN || exponent.isNaN { return .nan }
        let isWhole = exponent.rounded(.towardZero) == exponent
        let isOdd = isWhole && (exponent / 2).rounded(.towardZero) * 2 != exponent
        let isNegative = base.sign == .minus && isOdd
        let magnitude = base.magnitude
        let result: Double
        if base < 0 && !isWhole && base > -.infinity && !exponent.isInfinite {
            return .nan
        } else if magnitude == 1 {
            result = 1
        } else if magnitude == 0 || magnitude.isInfinite || exponent.isInfinite {
            result = (magnitude > 1) == (exponent > 0) ? .infinity : 0
        } else {
            result = finitePower(magnitude, exponent)
        }
        return isNegative ? -result : result
    }

    private static func finitePower(_ base: Double, _ exponent: Double) -> Double {
        let logarithm = extendedLogarithm(base)
        let estimate = exponent * logarithm.high
        guard estimate.magnitude < 800 else { return estimate > 0 ? .infinity : 0 }
        let error = productError(exponent, logarithm.high, estimate) + exponent * logarithm.low
        let result = exponential(estimate)
        guard result < .infinity else {
            // The correction may bring a product just above the limit back into range.
            return exponential(estimate - 1) * exponential(1 + error)
        }
        return result + result * error
    }

    /// The logarithm of a positive finite number as an unevaluated sum of two doubles.
    private static func extendedLogarithm(_ value: Double) -> (high: Double, low: Double) {
        var significand = value.significand
        var scale = Double(value.exponent)
        if significand > 1.4142135623730951 {
            significand /= 2
            scale += 1
        }
        // Exact: the two numbers are within a factor of two of each other.
        let numerator = significand - 1
        let denominator = significand + 1
        let denominatorLow = 1 - (denominator - significand)
        let ratio = numerator / denominator
        let product = ratio * denominator
        let remainder =
            ((numerator - product) - productError(ratio, denominator, product))
            - ratio * denominatorLow
        let ratioLow = remainder / denominator

        let square = ratio * ratio
        var series = 1.0 / 21
        series = series * square + 1.0 / 19
        series = series * square + 1.0 / 17
        series = series * square + 1.0 / 15
        series = series * square + 1.0 / 13
        series = series * square + 1.0 / 11
        series = series * square + 1.0 / 9
        series = series * square + 1.0 / 7
        series = series * square + 1.0 / 5
        series = series * square + 1.0 / 3
        let tail = 2 * ratio * (square * series)
        let (high, low) = sum(scale * ln2High, 2 * ratio)
        return sum(high, low + (tail + (2 * ratioLow + scale * ln2Low)))
    }

    /// The rounded sum of two numbers, and what the rounding lost (Knuth's two-sum).
    private static func sum(_ left: Double, _ right: Double) -> (high: Double, low: Double) {
        let high = left + right
        let rightPart = high - left
        return (high, (left - (high - rightPart)) + (right - rightPart))
    }

    /// What the rounding of `product = left * right` lost (Dekker's product).
    private static func productError(_ left: Double, _ right: Double, _ product: Double) -> Double {
        let (leftHigh, leftLow) = split(left)
        let (rightHigh, rightLow) = split(right)
        return ((leftHigh * rightHigh - product) + leftHigh * rightLow + leftLow * rightHigh)
            + leftLow * rightLow
    }

    /// Two halves of 26 bits whose products are exact.
    private static func split(_ value: Double) -> (high: Double, low: Double) {
        let high = Double(bitPattern: value.bitPattern & 0xFFFF_FFFF_F800_0000)
        return (high, value - high)
    }
}

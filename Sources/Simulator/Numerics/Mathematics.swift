/// Elementary and special functions whose results are the same bits on every machine.
///
/// The functions of the platform's library differ between library versions and processors, and a
/// last bit that differs is enough to order two events the other way round. These use only
/// addition, subtraction, multiplication, division and comparison, each rounded as IEEE 754
/// prescribes; no operation is fused, in debug or in release. Whatever decides or prints anything
/// in a run calls these.
public enum Mathematics {
    /// The natural logarithm, within one unit in the last place.
    ///
    /// Zero gives minus infinity, and a negative argument gives not-a-number.
    ///
    /// The argument is reduced to `2^k * m` with `m` between `sqrt(1/2)` and `sqrt(2)`, and
    /// `log(m)` is the odd series in `s = (m - 1) / (m + 1)` with minimax coefficients.
    /// Source: K. C. Ng's algorithm in `e_log.c` of fdlibm (Sun Microsystems, 1993).
    @inlinable
    public static func logarithm(_ value: Double) -> Double {
        var bits = value.bitPattern
        var exponent: Int64 = 0
        if bits &- 0x0010_0000_0000_0000 >= 0x7FE0_0000_0000_0000 {
            guard value > 0, value < .infinity else { return logarithmOfSpecial(value) }
            bits = (value * 0x1p54).bitPattern
            exponent = -54
        }
        // The addend carries into the exponent exactly when the fraction is above sqrt(2).
        bits &+= 0x3FF0_0000_0000_0000 &- 0x3FE6_A09E_0000_0000
        exponent &+= Int64(truncatingIfNeeded: bits >> 52) &- 0x3FF
        bits = (bits & 0x000F_FFFF_FFFF_FFFF) &+ 0x3FE6_A09E_0000_0000

        let fraction = Double(bitPattern: bits) - 1
        let scale = Double(exponent)
        let halfSquare = 0.5 * fraction * fraction
        let ratio = fraction / (2 + fraction)
        let square = ratio * ratio
        let fourth = square * square
        let even =
            fourth
            * (3.999999999940941908e-01
                + fourth * (2.222219843214978396e-01 + fourth * 1.531383769920937332e-01))
        let oddHigh = 1.818357216161805012e-01 + fourth * 1.479819860511658591e-01
        let odd =
            square
            * (6.666666666666735130e-01 + fourth * (2.857142874366239149e-01 + fourth * oddHigh))
        let tail = ratio * (halfSquare + (even + odd)) + scale * ln2Low
        return scale * ln2High - ((halfSquare - tail) - fraction)
    }

    /// The natural exponential, within one unit in the last place.
    ///
    /// Arguments above 709.78 give infinity, and those below -745.13 give zero.
    ///
    /// The argument is reduced to `k * ln(2) + r` with `r` at most `ln(2) / 2` in size, and
    /// `exp(r)` is a rational function of `r` with minimax coefficients.
    /// Source: `e_exp.c` of fdlibm (Sun Microsystems, 1993).
    @inlinable
    public static func exponential(_ value: Double) -> Double {
        guard value <= 709.782712893383973096 else { return value.isNaN ? value : .infinity }
        guard value >= -745.13321910194110842 else { return 0 }
        let scaled = value * 1.44269504088896338700
        let power = Int64(scaled + (value < 0 ? -0.5 : 0.5))
        let high = value - Double(power) * ln2High
        let low = Double(power) * ln2Low
        let rest = high - low
        let square = rest * rest
        let inner =
            6.61375632143793436117e-05
            + square * (-1.65339022054652515390e-06 + square * 4.13813679705723846039e-08)
        let series =
            square
            * (1.66666666666666019037e-01 + square * (-2.77777777770155933842e-03 + square * inner))
        let numerator = rest - series
        let result = 1 + ((rest * numerator) / (2 - numerator) - low + high)
        return scaledByPowerOfTwo(result, power)
    }

    /// The high part of `ln(2)`: 32 bits, so that its product with any exponent is exact.
    @inlinable static var ln2High: Double { 6.93147180369123816490e-01 }

    /// What `ln2High` lacks of `ln(2)`.
    @inlinable static var ln2Low: Double { 1.90821492927058770002e-10 }

    @usableFromInline
    static func logarithmOfSpecial(_ value: Double) -> Double {
        if value == 0 { return -.infinity }
        return value < 0 ? .nan : value
    }

    /// `value * 2^power`, in two exact steps and one rounding, for results down to the subnormals.
    @usableFromInline
    static func scaledByPowerOfTwo(_ value: Double, _ power: Int64) -> Double {
        let half = power / 2
        let first = Double(bitPattern: UInt64(bitPattern: (half + 1023) << 52))
        let second = Double(bitPattern: UInt64(bitPattern: (power - half + 1023) << 52))
        return value * first * second
    }
}

extension Xoshiro256 {
    /// A number of steps, by which generators advance without taking them one by one.
    ///
    /// A step is a linear map of 256 bits, so that any power of it is a polynomial in it, of a
    /// degree below 256: the power of x that the characteristic polynomial of the map leaves.
    ///
    /// Source: Haramoto, Matsumoto, Nishimura, Panneton and L'Ecuyer, "Efficient Jump Ahead for
    /// F2-Linear Random Number Generators", 2008. The characteristic polynomial is what the
    /// algorithm of Berlekamp and Massey finds for any bit of the state.
    struct Jump: Equatable, Sendable {
        /// The coefficients of 1, x, and so on to the power of 255, over the field of two elements.
        private(set) var coefficients: SIMD4<UInt64>

        /// `steps` steps.
        ///
        /// - Complexity: O(log `steps`).
        init(by steps: UInt64) {
            var power = Polynomial.one
            for bit in (0..<64).reversed() {
                power = power * power
                if steps >> UInt64(bit) & 1 == 1 { power = power.timesX }
            }
            coefficients = power.words
        }

        /// The jump made twice.
        var doubled: Jump {
            var jump = self
            let power = Polynomial(words: coefficients)
            jump.coefficients = (power * power).words
            return jump
        }

        /// Moves `generator` on.
        func advance(_ generator: inout Xoshiro256) {
            var sum: SIMD4<UInt64> = .zero
            for degree in 0..<256 {
                if coefficients[degree / 64] >> UInt64(degree % 64) & 1 == 1 {
                    let state = generator.state
                    sum ^= SIMD4(state.0, state.1, state.2, state.3)
                }
                _ = generator.next()
            }
            generator.state = (sum[0], sum[1], sum[2], sum[3])
        }
    }
}

/// A polynomial over the field of two elements, modulo the characteristic polynomial of the step.
private struct Polynomial {
    var words: SIMD4<UInt64>

    static let one = Polynomial(words: [1, 0, 0, 0])
    /// The characteristic polynomial without its term of degree 256.
    private static let remainder: SIMD4<UInt64> = [
        0x9D11_6F2B_B0F0_F001, 0x0280_002B_CEFD_1A5E, 0x04B4_EDCF_2625_9F85,
        0x0003_C03C_3F3E_CB19,
    ]

    /// The product with x.
    var timesX: Polynomial {
        let carry = words[3] >> 63
        var product = self
        for place in (1..<4).reversed() {
            product.words[place] = words[place] << 1 | words[place - 1] >> 63
        }
        product.words[0] = words[0] << 1
        if carry == 1 { product.words ^= Self.remainder }
        return product
    }

    static func * (left: Polynomial, right: Polynomial) -> Polynomial {
        var sum = Polynomial(words: [0, 0, 0, 0])
        var shifted = left
        for degree in 0..<256 {
            if right.words[degree / 64] >> UInt64(degree % 64) & 1 == 1 {
                sum.words ^= shifted.words
            }
            shifted = shifted.timesX
        }
        return sum
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// The functions that growth and decay need.

extension Double {
    /// e raised to this number.
    public var exponential: Double { exp(self) }

    /// e raised to this number, less 1, exact also near 0.
    public var exponentialLessOne: Double { expm1(self) }

    /// The natural logarithm of this number; not for a number below 0.
    public var naturalLogarithm: Double { log(self) }

    /// The hyperbolic sine of the number.
    public var hyperbolicSine: Double { sinh(self) }
    /// The hyperbolic cosine of the number.
    public var hyperbolicCosine: Double { cosh(self) }
    /// The hyperbolic tangent of the number.
    public var hyperbolicTangent: Double { tanh(self) }
    /// The inverse hyperbolic sine of the number.
    public var inverseHyperbolicSine: Double { asinh(self) }
}

// SPDX-License-Identifier: Apache-2.0

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension Point: CustomStringConvertible {
    /// The coordinates: `(x, y)`.
    public var description: String { "(\(x), \(y))" }
  }

  extension Size: CustomStringConvertible {
    /// The sides: `width × height`.
    public var description: String { "\(width) × \(height)" }
  }

  extension Rect: CustomStringConvertible {
    /// The origin and the size.
    public var description: String { "\(origin), \(size)" }
  }

  extension PixelSize: CustomStringConvertible {
    /// The sides: `width × height px`.
    public var description: String { "\(width) × \(height) px" }
  }

  extension PixelRect: CustomStringConvertible {
    /// The origin and the size.
    public var description: String { "(\(x), \(y)), \(size)" }
  }

#endif

// SPDX-License-Identifier: Apache-2.0

/// The time at which an image was captured, as far as it is known.
///
/// Cameras and scanners store local time, often without a time zone: ``utcOffset`` is `nil` then,
/// and no zone is assumed. The text form is that of ISO 8601:
///
///     2024-05-01T10:30:00           without a zone
///     2024-05-01T10:30:00+02:00     with one
///     2024-05-01T08:30:00.250Z      in UTC, with milliseconds
public struct CaptureTime: Hashable, Sendable {
  /// The year, in 1800...9999.
  public let year: Int
  /// The month, in 1...12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int
  /// The hour, in 0...23.
  public let hour: Int
  /// The minute, in 0...59.
  public let minute: Int
  /// The second, in 0...59.
  public let second: Int
  /// The millisecond, in 0...999.
  public let millisecond: Int
  /// The offset of the clock from UTC, in minutes, in -1080...1080; `nil` if the zone is unknown.
  public let utcOffset: Int?

  private static let largestOffset = 18 * 60

  /// Creates a time; `nil` if a component is out of range.
  ///
  /// - Parameters:
  ///   - year: The year, in 1800...9999.
  ///   - month: The month, in 1...12.
  ///   - day: The day of the month, from 1.
  ///   - hour: The hour, in 0...23.
  ///   - minute: The minute, in 0...59.
  ///   - second: The second, in 0...59.
  ///   - millisecond: The millisecond, in 0...999; 0 by default.
  ///   - utcOffset: The offset of the clock from UTC, in minutes, in -1080...1080, positive if the
  ///     clock is ahead; unknown by default.
  public init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0,
    utcOffset: Int? = nil
  ) {
    guard (1800...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(ofMonth: month, in: year)).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second), (0...999).contains(millisecond),
      utcOffset.map({ (-Self.largestOffset...Self.largestOffset).contains($0) }) ?? true
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    self.millisecond = millisecond
    self.utcOffset = utcOffset
  }

  private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The milliseconds since 1970-01-01T00:00:00Z; `nil` if the zone is unknown.
  public var millisecondsSince1970: Int64? {
    guard let utcOffset else { return nil }
    // Counted in years that begin in March, so that the leap day is the last day of a year.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
    let minutes = (days * 24 + hour) * 60 + minute - utcOffset
    return Int64((minutes * 60 + second) * 1000 + millisecond)
  }
}

extension CaptureTime: LosslessStringConvertible {
  /// The time as ISO 8601, with milliseconds unless they are 0, and with the zone if it is known.
  public var description: String {
    let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    let time = "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
    return "\(date)T\(time)" + (millisecond == 0 ? "" : ".\(Self.digits(millisecond, 3))") + zone
  }

  private var zone: String {
    guard let utcOffset else { return "" }
    guard utcOffset != 0 else { return "Z" }
    let (hours, minutes) = abs(utcOffset).quotientAndRemainder(dividingBy: 60)
    return (utcOffset < 0 ? "-" : "+") + "\(Self.digits(hours, 2)):\(Self.digits(minutes, 2))"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }

  /// Parses a time.
  ///
  /// - Parameter description: A time in ISO 8601. The seconds and the zone are optional, a space
  ///   may replace the `T`, and only the first three digits of a fraction of a second count. Any
  ///   other text gives `nil`.
  public init?(_ description: String) {
    var text = TimeScanner(description.utf8)
    guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"),
      let day = text.number(2), text.take("T") || text.take(" "), let hour = text.number(2),
      text.take(":"), let minute = text.number(2)
    else { return nil }
    var (second, millisecond) = (0, 0)
    if text.take(":") {
      guard let found = text.number(2) else { return nil }
      second = found
      if text.take(".") {
        guard let fraction = text.thousandths() else { return nil }
        millisecond = fraction
      }
    }
    var offset: Int?
    if !text.isAtEnd {
      guard let zone = text.zone(), text.isAtEnd else { return nil }
      offset = zone
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      millisecond: millisecond, utcOffset: offset)
  }
}

/// A time is encoded as a string: see ``CaptureTime/init(_:)``.
extension CaptureTime: Codable {
  /// Decodes a time.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: The decoder's errors, also for a string that is not a time.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let time = CaptureTime(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "a time is written as 2024-05-01T10:30:00+02:00")
    }
    self = time
  }

  /// Encodes the time as a string.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}

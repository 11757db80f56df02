import Platform

/// The bytes of a zip archive, none of whose numbers are to be trusted.
struct ZipBytes {
  private let bytes: BytesView

  init(_ bytes: BytesView) { self.bytes = bytes }

  /// How many there are.
  var count: Int { bytes.count }

  /// A number of so many bytes, the lowest first; `nil` where it is not all there, or no `Int` holds it.
  func number(at place: Int, _ size: Int) -> Int? {
    guard let part = part(at: place, size) else { return nil }
    let value = part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Some bytes; `nil` where they are not all there.
  func part(at place: Int, _ size: Int) -> BytesView? {
    guard place >= 0, size >= 0, place <= bytes.count, size <= bytes.count - place else {
      return nil
    }
    return bytes[part: place..<place + size]
  }
}

/// The end of a zip archive, which says where its directory is.
struct ZipEnd {
  /// How many entries the directory has.
  let count: Int
  /// Where it begins.
  let directory: Int
  /// What stands in front of the archive, as the program does that unpacks it.
  let base: Int

  private static let mark = 0x0605_4B50
  private static let (largeMark, locatorMark) = (0x0606_4B50, 0x0706_4B50)
  /// The record's own size, and how long the comment may be behind it.
  private static let (size, longestComment) = (22, 0xFFFF)

  /// `nil` where there is none.
  init?(_ bytes: ZipBytes) {
    let last = bytes.count - Self.size
    guard last >= 0,
      let place = stride(from: last, through: max(0, last - Self.longestComment), by: -1)
        .first(where: { bytes.number(at: $0, 4) == Self.mark }),
      let count = bytes.number(at: place + 10, 2), let size = bytes.number(at: place + 12, 4),
      let offset = bytes.number(at: place + 16, 4)
    else { return nil }
    if let large = Self.large(bytes, before: place) {
      (self.count, directory, base) = large
      return
    }
    base = max(0, place - size - offset)
    self.count = count
    directory = base + offset
  }

  /// What an archive says that is larger than the first form has room for.
  private static func large(
    _ bytes: ZipBytes, before place: Int
  ) -> (count: Int, directory: Int, base: Int)? {
    guard bytes.number(at: place - 20, 4) == locatorMark,
      let end = bytes.number(at: place - 12, 8), bytes.number(at: end, 4) == largeMark,
      let count = bytes.number(at: end + 32, 8), let directory = bytes.number(at: end + 48, 8),
      directory <= bytes.count
    else { return nil }
    return (count, directory, 0)
  }
}

/// How large a file in a zip archive is, and where, in one of the two forms that there are.
struct ZipSizes {
  let packed: Int
  let header: Int

  private static let elsewhere = 0xFFFF_FFFF

  /// Reads what is too large for its field from the field of its own: full size, packed size and place, in this order.
  init?(packed: Int?, full: Int?, header: Int?, in bytes: ZipBytes, _ extra: Int, _ length: Int) {
    guard let packed, let full, let header else { return nil }
    var values = [full, packed, header]
    var place = extra
    while values.contains(Self.elsewhere), place + 4 <= extra + length,
      let kind = bytes.number(at: place, 2), let size = bytes.number(at: place + 2, 2)
    {
      if kind == 1 {
        var next = place + 4
        for index in values.indices where values[index] == Self.elsewhere {
          guard let value = bytes.number(at: next, 8) else { return nil }
          values[index] = value
          next += 8
        }
        break
      }
      place += 4 + size
    }
    guard values[2] <= bytes.count else { return nil }
    self.packed = values[1]
    self.header = values[2]
  }
}

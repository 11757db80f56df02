import Platform
import Records

/// Texts become lists of JSON of what stands between separators: `a;b` becomes `["a","b"]`, an empty text no item.
///
/// Idempotent: a list stays as it is.
package struct SplitNormalizer: Normalizer {
  private let separator: [UInt8]

  /// - Throws: ``OptionError`` if the separator is empty.
  package init(_ separator: Text) throws(OptionError) {
    guard !separator.utf8.isEmpty else { throw OptionError("split", .emptySeparator) }
    self.separator = separator.utf8
  }

  package var summary: String { "split at '\(String(decoding: separator, as: UTF8.self).excerpt)'" }

  package func fits(_ value: Field) -> Bool { value.withText { _ in true } ?? false }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText else { return }
    let output = OutputBuffer()
    output.append("[")
    if buffer.bytes.count > 0 {
      for (place, item) in Array(buffer.bytes).split(at: separator).enumerated() {
        if place > 0 { output.append(",") }
        Array(item).withBytes { output.append(jsonString: $0) }
      }
    }
    output.append("]")
    output.withBytes { buffer.set(.array, $0) }
  }
}

extension [UInt8] {
  /// What stands between separators, one part more than there are of these.
  fileprivate func split(at separator: [UInt8]) -> [ArraySlice<UInt8>] {
    var (parts, start, place) = ([ArraySlice<UInt8>](), 0, 0)
    while place + separator.count <= count {
      guard self[place..<place + separator.count].elementsEqual(separator) else {
        place += 1
        continue
      }
      parts.append(self[start..<place])
      place += separator.count
      start = place
    }
    return parts + [self[start...]]
  }
}

/// An expected line of text in which `[...]` stands for anything.
public struct LinePattern: Sendable {
  private let parts: [[Character]]

  /// Makes a pattern of a line as it is written.
  public init(_ line: String) {
    var parts: [[Character]] = [[]]
    var rest = Array(line)[...]
    while let character = rest.first {
      if rest.starts(with: "[...]") {
        parts.append([])
        rest = rest.dropFirst(5)
      } else {
        parts[parts.count - 1].append(character)
        rest = rest.dropFirst()
      }
    }
    self.parts = parts
  }

  /// Whether the whole line fits.
  public func matches(_ line: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first == Array(line)
    }
    var rest = Array(line)[...]
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts[1..<(parts.count - 1)] {
      guard let end = Self.firstEnd(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  private static func firstEnd(of part: [Character], in line: ArraySlice<Character>) -> Int? {
    line.indices.first { line[$0...].starts(with: part) }.map { $0 + part.count }
  }
}

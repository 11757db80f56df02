import Records

/// A text that is looked for in names and values; without a capital letter, the case of letters means nothing.
struct ViewPattern {
  private let bytes: [UInt8]
  private let ignoresCase: Bool
  /// Whether it may be the name of a character that is shown by its name: `U+00A0`.
  private let mayBeName: Bool

  /// - Returns: `nil` for an empty text.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    ignoresCase = text == text.lowercased()
    mayBeName = text.lowercased().contains("u+")
    bytes = Array(text.utf8)
  }

  /// Whether it stands in the key, a column's name or a value of a change.
  func matches(_ change: ViewedChange) -> Bool {
    var text: [UInt8] = []
    func add(_ field: Field?) {
      field?.withCharacters { text += $0 }
      if mayBeName, let field { text += DisplayText(field).lines(of: .max).joined().utf8 }
      text.append(0)
    }
    change.change.key.elements.forEach(add)
    add(change.change.section)
    for item in change.items {
      text += item.name.utf8
      text.append(0)
      add(item.old)
      add(item.new)
    }
    return isIn(ignoresCase ? Self.folded(text) : text)
  }

  /// Lower case; letters beyond ASCII are looked at only where there are any.
  private static func folded(_ text: [UInt8]) -> [UInt8] {
    guard text.allSatisfy({ $0 < 0x80 }) else { return Array(String(decoding: text, as: UTF8.self).lowercased().utf8) }
    return text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private func isIn(_ text: [UInt8]) -> Bool {
    guard let first = bytes.first, text.count >= bytes.count else { return false }
    return (0...text.count - bytes.count).contains { start in text[start] == first && text[start...].starts(with: bytes)
    }
  }
}

extension ChangeView {
  /// Selects the next change that holds what was searched for, round the end; says where there is none.
  mutating func find(forward: Bool) {
    guard let pattern = ViewPattern(search) else {
      message = "nothing was searched for yet; / does it"
      return
    }
    for step in 1...max(rows.count, 1) {
      let place = selected + (forward ? step : -step)
      let round = (place % max(rows.count, 1) + rows.count) % max(rows.count, 1)
      guard let change = change(at: round), pattern.matches(change) else { continue }
      if round != place { message = forward ? "from the beginning again" : "from the end again" }
      return select(round)
    }
    message = "'\(search)' is in none of these changes"
  }
}

import Records

/// Why a line of a history cannot be read.
struct HistoryFault: Error, Equatable {
  let words: String

  init(_ words: String) { self.words = words }
}

/// An object of JSON in a line of a history; its members are asked for as what they have to be.
struct HistoryObject {
  private let members: [String: Value]

  init?(_ value: Value) {
    guard case .object(let text) = value else { return nil }
    members = Dictionary(
      text.members.map { (String(decoding: $0.name.utf8, as: UTF8.self), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// More than anything counts: sums of such numbers do not overflow.
  private static let largest = 1 << 48

  func has(_ name: String) -> Bool { members[name] != nil }

  func text(_ name: String) throws(HistoryFault) -> String {
    guard case .text(let text) = members[name] else { throw HistoryFault("\"\(name)\" is missing") }
    return String(decoding: text.utf8, as: UTF8.self)
  }

  func number(_ name: String) throws(HistoryFault) -> Int {
    guard case .number(let number) = members[name], let count = Int(String(decoding: number.utf8, as: UTF8.self)),
      count >= 0
    else { throw HistoryFault("\"\(name)\" is no number") }
    return min(count, Self.largest)
  }

  func object(_ name: String) -> HistoryObject? { members[name].flatMap(HistoryObject.init) }

  func objects(_ name: String) throws(HistoryFault) -> [HistoryObject] {
    let elements = elements(name)
    let objects = elements.compactMap(HistoryObject.init)
    guard objects.count == elements.count else { throw HistoryFault("\"\(name)\" is no list of objects") }
    return objects
  }

  func texts(_ name: String) -> [String] {
    elements(name).compactMap { value in
      if case .text(let text) = value { String(decoding: text.utf8, as: UTF8.self) } else { nil }
    }
  }

  private func elements(_ name: String) -> [Value] {
    if case .array(let list) = members[name] { list.elements } else { [] }
  }
}

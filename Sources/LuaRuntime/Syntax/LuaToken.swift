/// A word of a Lua text.
package struct LuaToken: Equatable, Sendable {
  package enum Kind: Sendable {
    case name
    case keyword
    case number
    /// Text between quotes or long brackets.
    case string
    /// An operator, a bracket, a comma.
    case sign
  }

  package let kind: Kind
  package let text: String
  /// Where it stands, in bytes.
  package let range: Range<Int>
  /// The line where it begins, counted from 1.
  package let line: Int

  /// Whether it is this keyword or sign.
  package func `is`(_ text: String) -> Bool { (kind == .keyword || kind == .sign) && self.text == text }
}

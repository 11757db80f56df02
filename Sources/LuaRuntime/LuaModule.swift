/// A module as text, for `require`.
package struct LuaModule: Sendable, Equatable {
  /// What `require` is given, such as `money.helper`.
  package let name: String
  /// The file that messages name.
  package let path: String
  /// The Lua text.
  package let text: [UInt8]

  package init(name: String, path: String, text: [UInt8]) {
    self.name = name
    self.path = path
    self.text = text
  }
}

/// The annotations of `luna`, which editors read and the API's reference is made from.
package enum LuaAnnotations {
  /// The file's text.
  package static let text = String(decoding: PackageResources.luna_d_lua, as: UTF8.self)
}

/// The annotations of `luna`, which editors read and the API's reference is made from.
package enum LuaAnnotations {
  /// The file's text.
  package static let text = String(decoding: PackageResources.luna_d_lua, as: UTF8.self)

  /// The names that `luna` itself has, in driver scripts or everywhere; what only an app has is none of them.
  static let members = Set(
    text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /(?:function )?luna\.(\w+)(?:\(.*| = (?!nil).*)/).map { String($0.1) }
    })
}

import Platform

/// A path through members of objects, as rules write it: `.address.city`, or with a quoted name `["a.b"].c`.
package enum MemberPath {
  /// Takes the first name from a path; `nil` if the path does not begin with a name.
  ///
  /// A name follows a point, or it stands in brackets and quotes. Only a quoted name holds a point or a bracket.
  package static func takeName(from path: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if path.first == Ascii.bracket { return takeQuotedName(from: &path) }
    guard path.popFirst() == Ascii.point else { return nil }
    if path.first == Ascii.bracket { return takeQuotedName(from: &path) }
    let name = path.prefix { $0 != Ascii.point && $0 != Ascii.bracket }
    path = path.dropFirst(name.count)
    return name.isEmpty ? nil : name
  }

  private static func takeQuotedName(from path: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard path.starts(with: [Ascii.bracket, Ascii.quote]) else { return nil }
    var end = path.startIndex + 2
    while end < path.endIndex, path[end] != Ascii.quote { end += path[end] == Ascii.backslash ? 2 : 1 }
    guard end + 1 < path.endIndex, path[end + 1] == Ascii.closingBracket else { return nil }
    var name: [UInt8] = []
    JSONString.decode(Array(path[path.startIndex + 2..<end]), into: &name)
    path = path[(end + 2)...]
    return name[...]
  }

  /// Whether a text is a path through members only.
  static func isValid(_ path: ArraySlice<UInt8>) -> Bool {
    var rest = path
    while !rest.isEmpty { if takeName(from: &rest) == nil { return false } }
    return true
  }

  /// The offsets at which a path may leave the name of its column, the last one first.
  package static func ends(in name: [UInt8]) -> some Sequence<Int> {
    name.indices.reversed().lazy.filter { name[$0] == Ascii.point || name[$0] == Ascii.bracket }
  }
}

import Records

/// One thing that differs inside two versions of a nested value.
///
/// Its values are valid as long as the bytes of both versions are.
package struct NestedChange {
  package let kind: PathChange.Kind
  /// Where the value is: in the new version, of a deleted one in the old version.
  package let path: NestedPath
  /// Where it was in the old version, if that is another place, and always for what has moved.
  package let from: NestedPath?
  /// Of a deleted value: where the new version has the container that it was in.
  package let container: NestedPath?
  /// How many parts of both versions each container on the way has, the outermost first.
  package let sizes: [Int]
  /// The old value; `nil` if it was inserted.
  package let old: Field?
  /// The new value; `nil` if it was deleted.
  package let new: Field?
}

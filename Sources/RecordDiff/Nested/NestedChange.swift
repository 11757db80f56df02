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
  /// The old value; `nil` if it was inserted.
  package let old: Field?
  /// The new value; `nil` if it was deleted.
  package let new: Field?
}

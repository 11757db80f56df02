/// A type whose values are equal exactly if their bytes are: no padding, no references, one
/// representation of each value.
///
/// Identities of such a type are hashed and compared as bytes, which is many times faster than
/// `Hasher`. Integers conform, and Foundation's `UUID` is known. Conform your own identity types
/// only if this holds for them; a type with references is never treated so.
public protocol BitwiseIdentity: Hashable {}

extension Int: BitwiseIdentity {}
extension Int8: BitwiseIdentity {}
extension Int16: BitwiseIdentity {}
extension Int32: BitwiseIdentity {}
extension Int64: BitwiseIdentity {}
extension UInt: BitwiseIdentity {}
extension UInt8: BitwiseIdentity {}
extension UInt16: BitwiseIdentity {}
extension UInt32: BitwiseIdentity {}
extension UInt64: BitwiseIdentity {}
extension Unicode.Scalar: BitwiseIdentity {}
extension ObjectIdentifier: BitwiseIdentity {}

/// Foundation's `UUID` where it is linked: looked up by its mangled name, since nothing here
/// imports Foundation, and once only, since that takes longer than a small diff.
private let foundationUUIDs: (any Any.Type, any Any.Type)? = {
  let types = ["20FoundationEssentials4UUIDV", "10Foundation4UUIDV"].compactMap(_typeByName)
  return types.first.map { ($0, types.last ?? $0) }
}()

/// Whether values of a type without references are equal exactly if their bytes are.
@usableFromInline func isKnownAsBitwise(_ type: any Any.Type) -> Bool {
  if let foundationUUIDs, type == foundationUUIDs.0 || type == foundationUUIDs.1 { return true }
  return type is any BitwiseIdentity.Type
}

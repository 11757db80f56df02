import Platform
import Records

/// What stands for values that no output shows.
package enum Mask {
  /// What stands for a value that tells records apart: the mask, and a digest under a secret key.
  ///
  /// Equal values have equal signs within one run. Those of different runs are the same only under a key that was
  /// given: else a value could be guessed and confirmed by its digest.
  static func sign(of value: Value) -> Value {
    let isVoid = value.withField(\.isVoid)
    guard !isVoid else { return value }
    return .text(Text(plain + hash.digest(of: spelling(of: value)).prefix(digestSize).hexadecimal))
  }

  /// What stands for a value that tells nothing apart.
  package static func plainSign(of value: Value) -> Value { value.withField(\.isVoid) ? value : .text(Text(plain)) }

  private static let plain = "\(RecordTable.mask)"

  /// So many bytes that two of ten million keys hardly ever share a digest.
  private static let digestSize = 6

  private static let key = Environment.variable("LUNADIFF_MASK_KEY")

  /// Whether signs are the same in every run, for they are under a key that was given.
  package static var hasLastingSigns: Bool { key != nil }

  private static let shortestKey = 12

  /// - Throws: `MaskKeyError` for a given key that can be guessed.
  static func checkKey() throws(MaskKeyError) {
    guard let count = key?.utf8.count, count < shortestKey else { return }
    throw MaskKeyError(finding: "the secret in LUNADIFF_MASK_KEY is shorter than \(shortestKey) bytes")
  }

  private static let hash = key.map { KeyedHash(key: Array($0.utf8)) } ?? KeyedHash()

  static func digest(of bytes: [UInt8]) -> [UInt8] { hash.digest(of: bytes) }

  /// The same bytes for values that are the same in a key.
  static func spelling(of value: Value) -> [UInt8] {
    switch value {
    case .text(let text): return [0] + text.utf8
    case .number(let number):
      let exact = number.utf8.withBytes { ExactDecimal($0)?.description }
      return [1] + (exact.map { Array($0.utf8) } ?? number.utf8)
    case .object(let json), .array(let json): return [2] + json.utf8.withBytes(JSONCanonical.bytes)
    case .absent, .null, .boolean: return [3] + Array(value.description.utf8)
    }
  }
}

package struct MaskKeyError: HintedError {
  package let finding: String
  package var hint: Hint? { "to make one: export LUNADIFF_MASK_KEY=$(openssl rand -hex 16)" }
}

/// Which parts of keys no output shows.
package struct KeyMask: Sendable {
  private let parts: [Bool]?
  private let tellsApart: Bool

  /// - Returns: `nil` where every part may be seen.
  init?(_ plan: ResolvedPlan) {
    guard plan.rules.hasMask else { return nil }
    switch plan.rules.identity {
    case .script: parts = nil
    case .automatic, .columns, .record:
      guard plan.key.contains(where: \.isMasked) else { return nil }
      // Of sparse records a key has those parts alone that a record has.
      parts = plan.hasSparseRecords && !plan.rules.hasKey ? nil : plan.key.map(\.isMasked)
    }
    tellsApart = plan.rules.hasKey
  }

  package func shown(_ key: [Value]) -> [Value] { key.enumerated().map { isMasked($0) ? sign(of: $1) : $1 } }

  package func isMasked(_ part: Int) -> Bool { parts.map { part < $0.count && $0[part] } ?? true }

  package func sign(of value: Value) -> Value { tellsApart ? Mask.sign(of: value) : Mask.plainSign(of: value) }
}

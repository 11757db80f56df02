/// Hashes that count as identities.
struct TrustedHashes: PairingInput, Sendable {
  let source: [UInt64]
  let target: [UInt64]

  @inline(__always)
  func sourceHash(_ offset: Int) -> UInt64 { source[offset] }

  @inline(__always)
  func targetHash(_ offset: Int) -> UInt64 { target[offset] }

  @inline(__always)
  func isIdentical(source offset: Int, target other: Int) -> Bool {
    source[offset] == target[other]
  }

  @inline(__always)
  func isIdentical(source offset: Int, source other: Int) -> Bool {
    source[offset] == source[other]
  }

  @inline(__always)
  func isIdentical(target offset: Int, target other: Int) -> Bool {
    target[offset] == target[other]
  }
}

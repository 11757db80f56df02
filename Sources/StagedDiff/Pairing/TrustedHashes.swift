/// Hashes that count as identities.
struct TrustedHashes: PairingInput, @unchecked Sendable {
  let source: UnsafeBufferPointer<UInt64>
  let target: UnsafeBufferPointer<UInt64>

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

  /// Where both sides can be cut, so that what follows goes together as far as can be seen: near a target offset.
  ///
  /// The nearest source element that equals one of the next few there, and whose successor does too; where there is
  /// none, a place in proportion.
  func cut(near offset: Int) -> (source: Int, target: Int) {
    let guess = offset * source.count / max(1, target.count)
    for target in offset..<min(offset + 4, target.count - 1) {
      for distance in 0..<source.count {
        if follows(guess + distance, target) { return (guess + distance, target) }
        if follows(guess - distance, target) { return (guess - distance, target) }
      }
    }
    return (guess, offset)
  }

  private func follows(_ offset: Int, _ other: Int) -> Bool {
    offset >= 0 && offset < source.count - 1 && source[offset] == target[other]
      && source[offset + 1] == target[other + 1]
  }
}

/// Some elements of both sides, by their places in two lists of offsets.
@usableFromInline
struct SubsetInput<Input: PairingInput>: PairingInput {
  @usableFromInline let input: Input
  @usableFromInline let sources: [Int32]
  @usableFromInline let targets: [Int32]

  @inlinable
  init(input: Input, sources: [Int32], targets: [Int32]) {
    self.input = input
    self.sources = sources
    self.targets = targets
  }

  @inlinable
  package var canReseed: Bool { input.canReseed }

  @inlinable
  package func reseeded() -> SubsetInput {
    SubsetInput(input: input.reseeded(), sources: sources, targets: targets)
  }

  @inlinable @inline(__always)
  package func touch(source offset: Int) -> UInt32 { input.touch(source: Int(sources[offset])) }

  @inlinable @inline(__always)
  package func sourceHash(_ offset: Int) -> UInt64 { input.sourceHash(Int(sources[offset])) }

  @inlinable @inline(__always)
  package func targetHash(_ offset: Int) -> UInt64 { input.targetHash(Int(targets[offset])) }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: Int(sources[offset]), target: Int(targets[other]))
  }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, source other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: Int(sources[offset]), source: Int(sources[other]))
  }

  @inlinable @inline(__always)
  package func isIdentical(target offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(target: Int(targets[offset]), target: Int(targets[other]))
  }
}

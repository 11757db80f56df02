/// Names of members as JSON spells them, each with the colon that follows.
final class SpelledNames {
  private let bytes = OutputBuffer()
  private var ends: [Int] = [0]

  init(_ names: [String]) {
    for name in names {
      bytes.append(jsonString: name)
      bytes.append(":")
      ends.append(bytes.count)
    }
  }

  /// The spelling of a name, valid as long as the names live.
  subscript(index: Int) -> UnsafeRawBufferPointer {
    bytes.withBytes { UnsafeRawBufferPointer(rebasing: $0[ends[index]..<ends[index + 1]]) }
  }
}

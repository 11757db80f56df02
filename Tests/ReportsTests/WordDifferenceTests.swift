import TestSupport
import Testing

@testable import Reports

@Suite("Word difference")
struct WordDifferenceTests {
  private func numbers(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private func kept(_ text: [UInt32], without parts: [Range<Int>]) -> [UInt32] {
    text.indices.filter { place in !parts.contains { $0.contains(place) } }.map { text[$0] }
  }

  @Test("what is left of both texts without the parts that differ is the same but for white space")
  func law() {
    var random = SeededGenerator.announced("word difference")
    let alphabet = Array("ab1. ,\tä漢".unicodeScalars.map(\.value))
    for _ in 0..<2000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        }
      }
      let difference = WordDifference(texts[0], texts[1])
      #expect(
        WordDifference.isWhiteSpaceAlone(
          kept(texts[0], without: difference.old), kept(texts[1], without: difference.new)),
        "\(texts)")
    }
  }

  @Test("texts of many words that all differ are marked whole")
  func many() {
    let old = (0..<3000).map { "old\($0) " }.joined()
    let new = (0..<3000).map { "new\($0) " }.joined()
    let difference = WordDifference(numbers("same \(old)same"), numbers("same \(new)same"))
    #expect(difference.old.count == 1 && difference.new.count == 1)
  }
}

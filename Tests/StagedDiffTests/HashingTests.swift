import Foundation
import Testing

@testable import StagedDiff

@Suite("Hashing of identities")
struct HashingTests {
  @Test("every scalar that is canonically equal to ASCII pairs with it")
  func canonicalEquivalence() {
    let ascii = Set((UInt8(0)..<128).map { String(UnicodeScalar($0)) })
    let equivalent = (UInt32(128)...0x10FFFF).compactMap(UnicodeScalar.init).map(String.init)
      .filter(ascii.contains)
    #expect(equivalent.count == 3)
    for text in equivalent {
      let plain = ascii.first { $0 == text }.map { String($0) } ?? ""
      let changeset = Changeset(from: ["x", "a" + text], to: ["a" + plain])
      #expect(changeset.changes.deleted == [0])
    }
  }

  @Test("composed and decomposed text is one identity")
  func normalForms() {
    let changeset = Changeset(from: ["x", "caf\u{E9}"], to: ["cafe\u{301}", "x"])
    #expect(changeset.summary.moved == 1)
    #expect(changeset.changes.deleted.isEmpty)
  }

  @Test("scalars that need no normalization are composed and start a sequence of their own")
  func composed() {
    for scalar in composedScalars.joined().compactMap(Unicode.Scalar.init) {
      let text = "A" + String(scalar)
      let isStarter = scalar.properties.canonicalCombiningClass == .notReordered
      let form = text.precomposedStringWithCanonicalMapping
      if !isStarter || !form.utf8.elementsEqual(text.utf8) {
        Issue.record("U+\(String(scalar.value, radix: 16)) is in need of normalization")
      }
    }
  }

  @Test(
    "composed strings pair with each other, and with a decomposed one among them",
    arguments: [10, 200])
  func composedStrings(size: Int) {
    let source = (0..<size).map { "é 日本語 \($0)" }
    let composed = Changeset(from: source, to: source.reversed())
    #expect(composed.changes.deleted.isEmpty)
    let target = source.reversed().dropLast() + ["e\u{301} 日本語 0"]
    #expect(Changeset(from: source, to: target).changes == composed.changes)
    #expect(Changeset(from: target, to: source).changes.deleted.isEmpty)
  }

  @Test("strings of every length, bytes and small integers are found again")
  func lengths() {
    let texts = (0..<70).map { String(repeating: "z", count: $0) }
    #expect(Changeset(from: texts, to: texts.reversed()).summary.unchanged == 1)
    let bytes = (UInt8(0)...255).map { $0 }
    #expect(Changeset(from: bytes, to: bytes.reversed()).summary.moved == 255)
    let floats = [0.0, 1.5, -0.0]
    #expect(Changeset(from: floats, to: [1.5, 0.0]).changes.deleted == [2])
  }

  @Test(
    "strings of any script, length and form pair exactly where they are equal",
    arguments: [20, 500])
  func scripts(size: Int) {
    let stems = ["plain", "ünïcode", "日本語", "emoji 👩‍👩‍👧", "\u{1E9B}\u{323}", "ﬁ", "한글", "A\u{30A}"]
    let source = (0..<size).map { stems[$0 % stems.count] + " \($0 / 2)" }
    let forms = [decomposed, recomposed]
    let target = source.indices.reversed().map { forms[$0 % 2](source[$0]) } + ["new"]
    let changeset = Changeset(from: source, to: target)
    #expect(changeset.changes.deleted.isEmpty)
    #expect(Array(changeset.changes.inserted) == [size])
    #expect(changeset.stages.last?.data == target)
  }

  private func decomposed(_ text: String) -> String { text.decomposedStringWithCanonicalMapping }

  private func recomposed(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
}

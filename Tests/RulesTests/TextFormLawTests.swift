import Comparing
import LuaRuntime
import Platform
import TestSupport
import Testing

@testable import Rules

/// A text of ASCII is brought to a form without a call of Swift's; nobody must be able to tell.
@Suite struct TextFormLawTests {
  private static let forms: [(String, TextNormalizer.Form)] = [
    ("trim", .trim), ("squeeze", .squeeze), ("lower", .lower), ("upper", .upper), ("nfc", .nfc),
    ("digits", .digits),
  ]

  @Test(
    "luna.text gives a script what the normalizer gives a rule, of short texts", arguments: forms)
  func shortTexts(name: String, form: TextNormalizer.Form) throws {
    // The neighbours of what is a letter, a digit or white space, and the first byte that is no ASCII.
    let bytes = Array("@AZ[`az{/09:\0\u{8}\t\r\u{E} !\u{1C}\u{7F}".utf8) + [0x80, 0xC3]
    let pairs = bytes.flatMap { first in bytes.map { [first, $0] } }
    try check(name, form, [[]] + bytes.map { [$0] } + pairs + pairs.map { $0 + [0x20] + $0 })
  }

  @Test("and of long ones", arguments: forms)
  func longTexts(name: String, form: TextNormalizer.Form) throws {
    var random = SeededGenerator.announced("long texts")
    let pieces = [" ", "\t\n", "a", "Z", "9", "word", "É", "\u{A0}", "e\u{301}", "ß", "Σ"]
    let texts = (0..<2000).map { number in
      let choice = number.isMultiple(of: 2) ? pieces[..<6] : pieces[...]
      return (0..<Int.random(in: 0..<24, using: &random)).flatMap { _ in
        Array((choice.randomElement(using: &random) ?? "a").utf8)
      }
    }
    try check(name, form, texts)
  }

  private func check(_ name: String, _ form: TextNormalizer.Form, _ texts: [[UInt8]]) throws {
    let state = try LuaState()
    try LunaLibrary.install(in: state)
    let script = """
      local texts, forms = ..., {}
      for place, text in ipairs(texts) do forms[place] = luna.text.\(name)(text) end
      return forms
      """
    let results = try state.run(
      script, name: "forms", arguments: [.list(texts.map { .string($0) })])
    guard case .table(let table)? = results.first else { throw LuaError("no table") }
    let normalizer = TextNormalizer(form)
    let buffer = FieldBuffer()
    let values = try table.elements()
    #expect(values.count == texts.count)
    for (text, value) in zip(texts, values) {
      text.withBytes { buffer.load(text: $0) }
      normalizer.normalize(buffer)
      guard case .string(let form) = value, form == Array(buffer.bytes) else {
        Issue.record("luna.text.\(name) of \(text) is \(value), not \(Array(buffer.bytes))")
        continue
      }
    }
  }
}

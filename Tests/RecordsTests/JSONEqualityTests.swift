import Platform
import Testing

@testable import Records

@Suite struct `Equality of JSON values` {
  @Test(arguments: [
    ("{\"a\":1,\"b\":2}", "{ \"b\" : 2.0, \"a\" : 1 }"), ("[1, 2]", "[1.0,2]"), ("{}", "{ }"),
    ("\"a\"", "\"\\u0061\""), ("\"é\"", "\"\\u00E9\""), ("\"😀\"", "\"\\ud83d\\uDE00\""),
    ("[\"\\ud800\"]", "[\"\\uD800\"]"), ("{\"\\u0061\":[]}", "{\"a\":[ ]}"),
    ("{\"a\":{\"x\":1,\"y\":[{}]}}", "{\"a\":{\"y\":[{}],\"x\":1}}"), ("\"/\"", "\"\\/\""),
    ("{\"a\":1,\"a\":2,\"b\":0}", "{\"b\":0,\"a\":1,\"a\":2}"), ("-0", "0.0"),
  ])
  func `holds whatever the spelling`(first: String, second: String) {
    #expect(areEqual(Array(first.utf8), Array(second.utf8)))
    #expect(jsonHash(Array(first.utf8)) == jsonHash(Array(second.utf8)))
  }

  @Test(arguments: [
    ("[1,2]", "[2,1]"), ("{\"a\":null}", "{}"), ("[null]", "[]"), ("\"1\"", "1"), ("[]", "{}"),
    ("{\"a\":1}", "{\"A\":1}"), ("\"é\"", "\"e\\u0301\""), ("\"\\ud800\"", "\"\\ud801\""),
    ("\"\\ud800\"", "\"\\ufffd\""), ("[[1],2]", "[[1,2]]"), ("true", "false"), ("0", "null"),
    ("{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}"), ("{\"a\":1,\"a\":1}", "{\"a\":1}"),
    ("{\"a\":1,\"b\":2}", "{\"a\":2,\"b\":1}"),
  ])
  func `fails where the values differ`(first: String, second: String) {
    #expect(!areEqual(Array(first.utf8), Array(second.utf8)))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `is that of an obvious parser`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<400 {
      let first = samples.value(depth: 2)
      let second = samples.chance(50) ? samples.value(depth: 2) : respelled(first, &samples)
      let (one, other) = (Array(first.utf8), Array(second.utf8))
      let expected = JSONOracle(one) == JSONOracle(other)
      #expect(areEqual(one, other) == expected, "seed \(seed): \(first) \(second)")
      if expected { #expect(jsonHash(one) == jsonHash(other), "seed \(seed): \(first) \(second)") }
    }
  }

  @Test func `of objects with a hundred thousand members is not quadratic`() {
    let members = (0..<100_000).map { "\"m\($0)\":\($0)" }
    let first = "{" + members.joined(separator: ",") + "}"
    let second = "{" + members.reversed().joined(separator: ", ") + "}"
    #expect(areEqual(Array(first.utf8), Array(second.utf8)))
  }

  @Test func `of the deepest values takes no stack`() {
    let deep = String(repeating: "[{\"a\":", count: 512)
    let first = deep + "1" + String(repeating: "}]", count: 512)
    let second = deep + "1.0" + String(repeating: "} ]", count: 512)
    #expect(areEqual(Array(first.utf8), Array(second.utf8)))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `gives a canonical spelling that is JSON of the same value`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<300 {
      let text = Array(samples.value(depth: 3).utf8)
      let canonical = text.withBytes { JSONCanonical.bytes(of: $0) }
      #expect(JSONOracle(canonical) == JSONOracle(text), "seed \(seed)")
      let again = canonical.withBytes { JSONCanonical.bytes(of: $0) }
      #expect(again == canonical, "seed \(seed)")
    }
  }

  /// The same value with other spellings here and there.
  private func respelled(_ text: String, _ samples: inout JSONSamples) -> String {
    var result = text
    for (from, to) in [("1.0", "1"), ("\"a\"", "\"\\u0061\""), ("é", "\\u00e9"), (",", ", ")]
    where samples.chance(50) {
      result = result.split(separator: from, omittingEmptySubsequences: false)
        .joined(separator: to)
    }
    return result
  }
}

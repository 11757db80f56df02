import Platform
import Testing

@testable import Records

@Suite struct `JSON numbers` {
  @Test(arguments: [
    ["1", "1.0", "10e-1", "0.1e1", "1E0", "1e+0", "100e-02", "0.0001e4"],
    ["0", "-0", "0.0", "0e9", "-0.00e-99999999999999999999", "0e99999999999999999999"],
    ["-12.5", "-125e-1", "-1.25E1", "-0.0125e+3"],
    ["1e400", "10e399", "0.1e401"],
    ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
    ["1e99999999999999999999", "10e99999999999999999998", "0.01e100000000000000000001"],
    ["1e-99999999999999999999", "0.1e-99999999999999999998", "10e-100000000000000000000"],
    ["1e1000000000000000000", "10e999999999999999999", "100e00999999999999999998"],
    ["1e999999999999999999", "0.1e1000000000000000000"],
    ["-1e-1000000000000000000", "-0.1e-999999999999999999"],
    ["100000000000000000000", "1e20", "0.1e21"],
  ])
  func `are one value however they are spelled`(spellings: [String]) {
    for first in spellings {
      for second in spellings {
        #expect(number(first) == number(second), "\(first) \(second)")
        #expect(hash(first) == hash(second), "\(first) \(second)")
        #expect(canonical(first) == canonical(second), "\(first) \(second)")
      }
    }
  }

  @Test func `differ where the values differ, by however little`() {
    let values = [
      "0", "1", "-1", "10", "1.1", "11", "1e-1", "9007199254740993", "9007199254740992",
      "10000000000000000999", "1e19", "9223372036854775807", "9223372036854775808",
      "1.000000000000000005", "1e400", "1e401", "-1e400", "1e99999999999999999999",
      "1e99999999999999999998", "1e-99999999999999999999", "12345678901234567890123",
      "12345678901234567890124", "0.12345678901234567890123",
    ]
    for (offset, first) in values.enumerated() {
      for second in values[(offset + 1)...] {
        #expect(number(first) != number(second), "\(first) \(second)")
        #expect(canonical(first) != canonical(second), "\(first) \(second)")
        #expect(hash(first) != hash(second), "\(first) \(second)")
      }
    }
  }

  @Test(arguments: [
    ("0.0", "0"), ("-0", "0"), ("120", "12e1"), ("-1.50", "-15e-1"), ("7", "7"), ("1e0", "1"),
    ("1e99999999999999999999", "1e99999999999999999999"),
    ("1.5e-99999999999999999999", "15e-100000000000000000000"),
  ])
  func `have one canonical spelling`(literal: String, spelling: String) {
    #expect(canonical(literal) == spelling)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `compare as an obvious reading of them does`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    let literals = (0..<120).map { _ in randomLiteral(&samples) }
    for first in literals {
      for second in literals {
        let expected = JSONOracle(Array(first.utf8)) == JSONOracle(Array(second.utf8))
        #expect((number(first) == number(second)) == expected, "seed \(seed): \(first) \(second)")
      }
    }
  }

  @Test func `of a million digits cost no more than reading them`() {
    let long = String(repeating: "9", count: 1_000_000)
    #expect(number(long) == number(long + ".0"))
    #expect(number(long) != number(long + ".1"))
    #expect(number("1e\(long)") != number("1e\(long)1"))
    #expect(number("10e\(long)") == number("1e1\(String(repeating: "0", count: 1_000_000))"))
  }

  private func randomLiteral(_ samples: inout JSONSamples) -> String {
    let sign = samples.chance(30) ? "-" : ""
    let whole = samples.pick(["0", "1", "10", "12", "120"])
    let fraction = samples.pick(["", ".0", ".1", ".01", ".10", ".20"])
    return sign + whole + fraction + samples.pick(["", "e0", "e1", "E-1", "e+2", "e-02"])
  }

  private func number(_ literal: String) -> NumberText { NumberText(utf8: Array(literal.utf8)) }

  private func hash(_ literal: String) -> UInt64 {
    var hasher = FieldHasher()
    Array(literal.utf8).withBytes { JSONValues.hashNumber($0, into: &hasher) }
    return hasher.value
  }

  private func canonical(_ literal: String) -> String {
    var bytes: [UInt8] = []
    Array(literal.utf8).withBytes {
      JSONNumber($0).appendCanonical(to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

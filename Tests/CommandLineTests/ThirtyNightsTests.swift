import Foundation
import TestSupport
import Testing

/// A table in two systems, compared each night: what belongs to it grows and changes in both, some names are spelled in
/// another way in one, and from one night on some amounts are wrong and stay so.
@Suite struct ThirtyNightsTests {
  private static let nights = 30
  private static let faultyNight = 17

  /// The two systems' tables, night by night.
  private struct Systems {
    var generator: SeededGenerator
    var orders: [[String]] = []

    private mutating func amount() -> String {
      let cents = Int.random(in: 100..<99_999, using: &generator)
      return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    private mutating func add() {
      let country = ["DE", "FR", "US"][Int.random(in: 0..<3, using: &generator)]
      orders.append([String(orders.count + 1), "cust \(orders.count % 37)", amount(), country])
    }

    /// The old and the new table of a night.
    mutating func next(_ night: Int, isNoisy: Bool) -> (old: String, new: String) {
      for _ in 0..<(orders.isEmpty ? 120 : 3) { add() }
      orders[Int.random(in: 0..<orders.count, using: &generator)][2] = amount()
      var other = orders
      if isNoisy { for index in [2, 5, 7] { other[index][1] = other[index][1].uppercased() } }
      if night >= ThirtyNightsTests.faultyNight {
        for index in other.indices where other[index][3] == "FR" { other[index][2].removeAll { $0 == "." } }
      }
      return (Self.text(orders), Self.text(other))
    }

    private static func text(_ rows: [[String]]) -> String {
      "id,customer,amount,country\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
    }
  }

  /// How the names that are spelled in another way are kept from failing each night.
  enum Noise: CaseIterable {
    case ruled, accepted

    var arguments: String {
      switch self {
      case .ruled: "-e 'equal = { customer = luna.compare.nocase }'"
      case .accepted: "--accept known.jsonl"
      }
    }

    /// What is done before the first night.
    var preparation: String {
      self == .ruled ? "" : "lunadiff accept 1/old/orders.csv 1/new/orders.csv -k id -o known.jsonl 2>/dev/null\n"
    }
  }

  @Test(
    "a history names the night from which on a fault stays, and no night is green or red that should not be",
    arguments: Noise.allCases)
  func nights(noise: Noise) async throws {
    let program = try Lunadiff()
    var systems = Systems(generator: SeededGenerator.announced("thirty nights"))
    var script = noise.preparation
    for night in 1...Self.nights {
      let (old, new) = systems.next(night, isNoisy: true)
      try program.directory.write(old, to: "\(night)/old/orders.csv")
      try program.directory.write(new, to: "\(night)/new/orders.csv")
      script += "lunadiff batch \(night)/old \(night)/new -k id \(noise.arguments) "
      script += "-q --history runs.jsonl --night \(night); echo $?\n"
    }
    let result = try await program.shell(script)
    let expected = (1...Self.nights).map { $0 < Self.faultyNight ? "0" : "1" }
    #expect(result.outputText.split(separator: "\n").map(String.init) == expected)

    let report = try await program.run(["batch", "report", "--history", "runs.jsonl", "-f", "json"])
    let json = try #require(try JSONSerialization.jsonObject(with: report.output) as? [String: Any])
    let pair = try #require((json["pairs"] as? [[String: Any]])?.first)
    #expect(pair["since"] as? Int == Self.faultyNight - 1)
    let findings = try #require(pair["findings"] as? [[String: Any]])
    let fault = try #require(findings.first { $0["kind"] as? String == "shift" })
    #expect(fault["since"] as? Int == Self.faultyNight - 1)
    #expect((fault["text"] as? String)?.hasSuffix("are the old ones times 100") == true)
    #expect(fault["holds"] as? Bool == true)
    #expect((fault["runs"] as? [Int])?.count == Self.nights - Self.faultyNight + 1)
    let named = try await program.run(["batch", "report", "--history", "runs.jsonl"])
    #expect(named.outputText.contains("  since \(Self.faultyNight), in \(Self.nights - Self.faultyNight + 1) runs\n"))
  }
}

import Comparing
import Reports
import Requests
import Testing

/// Pairs of public data sets whose key is known.
@Suite struct RealProbeTests {
  static let fixtures =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    + "/CommandLineTests/Fixtures/real"

  static let keys = [
    ("country-codes", ["ISO3166-1-Alpha-3"]), ("world-cities", ["geonameid"]),
    ("subdivisions", ["SUCountry", "SUCode"]),
  ]

  @Test("a comparison without a key finds the known key", arguments: keys)
  func foundKeys(name: String, key: [String]) throws {
    let folder = "\(Self.fixtures)/\(name)"
    let result = try compare(DiffRequest(old: "\(folder)/old.csv.zst", new: "\(folder)/new.csv.zst"))
    #expect(result.key.isFound && result.key.columns == key)
  }

  @Test("the table of keys is no wider than the terminal", arguments: keys)
  func width(name: String, key: [String]) throws {
    let folder = "\(Self.fixtures)/\(name)"
    let report = try probe(ProbeRequest(old: "\(folder)/old.csv.zst", new: "\(folder)/new.csv.zst"))
    for width in [70, 80, 120] {
      var options = ReportOptions()
      options.width = width
      var bytes: [UInt8] = []
      try write(report, as: .text, options: options, to: &bytes)
      let lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let table = lines.drop { !$0.isEmpty }.dropFirst().prefix { !$0.isEmpty }
      #expect(table.count > report.keys.count && table.allSatisfy { $0.count <= width })
    }
  }

  @Test("the search ranks the known key first", arguments: keys)
  func knownKeys(name: String, key: [String]) throws {
    let folder = "\(Self.fixtures)/\(name)"
    var request = ProbeRequest(old: "\(folder)/old.csv.zst", new: "\(folder)/new.csv.zst")
    request.suggests = true
    let report = try probe(request)
    #expect(report.keys.first?.columns == key)
  }
}

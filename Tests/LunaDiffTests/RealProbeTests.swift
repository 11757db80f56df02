import Requests
import Testing

/// Pairs of public data sets whose key is known.
@Suite struct RealProbeTests {
  static let fixtures =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    + "/CommandLineTests/Fixtures/real"

  @Test(
    "the search ranks the known key first",
    arguments: [
      ("country-codes", ["ISO3166-1-Alpha-3"]), ("world-cities", ["geonameid"]),
      ("subdivisions", ["SUCountry", "SUCode"]),
    ])
  func knownKeys(name: String, key: [String]) throws {
    let folder = "\(Self.fixtures)/\(name)"
    var request = ProbeRequest(old: "\(folder)/old.csv", new: "\(folder)/new.csv")
    request.suggests = true
    let report = try probe(request)
    #expect(report.keys.first?.columns == key)
  }
}

import Requests
import Testing

/// Which date the path of an export tells.
@Suite struct ExportDateTests {
  @Test(
    "is read in the forms that exports have",
    arguments: [
      ("a/customers-2026-11-25.csv", "2026-11-25"), ("20261125.csv.gz", "2026-11-25"),
      ("x_2026_11_25_full.csv", "2026-11-25"), ("date=2026-11-25/part.csv", "2026-11-25"),
      ("2026-11-24/x-2026-11-25.csv", "2026-11-25"), ("2025-01-01/2026-11-25/x.csv", "2026-11-25"),
      ("x-20261125T0300.csv", "2026-11-25 03:00"), ("x_20261125_030059.csv", "2026-11-25 03:00:59"),
      ("x 2026-11-25 03-00.csv", "2026-11-25 03:00"), ("x-20261125T2500.csv", "2026-11-25"),
      ("x-20240229.csv", "2024-02-29"), ("x-2026-11-25T03Z.csv", "2026-11-25"),
    ])
  func known(path: String, date: String) { #expect(ExportDate.of(path) == date) }

  @Test(
    "is not made up",
    arguments: [
      "", "customers.csv", "x-20261325.csv", "x-20260230.csv", "x-2026-11.csv", "x-120261125.csv", "x-202611251.csv",
      "x-2026-1125.csv", "x-20261125030.csv", "x-18991231.csv", "x-2026_11-25.csv",
    ])
  func unknown(path: String) { #expect(ExportDate.of(path) == nil) }

  @Test("puts exports in order, and leaves what is older than wanted out but for the last one of it")
  func order() throws {
    let paths = ["c-20261103.csv", "a-20261101.csv", "d-20261104.csv", "b-20261102.csv"]
    #expect(try ChainRequest(exports: paths).versions.map(\.path.first) == ["a", "b", "c", "d"])
    for (since, first) in [("2026-11-03", "b"), ("2026-11", "a"), ("2027", "d")] as [(String, Character)] {
      #expect(try ChainRequest(exports: paths, since: since).versions.first?.path.first == first)
    }
    #expect(try ChainRequest(exports: ["z.csv"] + paths).versions.map(\.path.first) == ["z", "c", "a", "d", "b"])
  }
}

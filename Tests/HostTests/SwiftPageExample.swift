import LunaDiff

/// The type of an account number in `docs/swift.md`.
struct IBAN: Decodable, Equatable, Sendable {}

/// The program of `docs/swift.md`: compiled here, and compared by `TutorialTests`.
func swiftPageExample(_ products: [Product]) async throws {
  var host = LunaHost()
  // In rules: equal = { account = "acme.iban" }
  host.comparator("acme.iban") { (old: IBAN, new: IBAN) in old == new }

  let result = try await host.compare(
    old: .file("old.csv"), new: .rows(products), rules: .file("prices.lua"))
  for change in result.changes where change.kind == .updated {
    print(change.key, change.fields)
  }
  // [101, DE] [price: 12.50 → 12.90]
  // [100, FR] [name: Bench vise → Bench vice]
}

import LunaDiff

// What an import of a supplier's feed would do to the shop's products, before it does it.
let arguments = CommandLine.arguments.dropFirst()
let feed = arguments.first ?? "feed.csv"
let rules = arguments.dropFirst().first ?? "rules.lua"

// What rules may call: a comparator by its name, a function as luna.host.shop.sells(…).
var host = LunaHost()
host.comparator("shop.gtin") { (old: GTIN, new: GTIN) in old == new }
host.function("shop.sells") { (sku: String) in Shop.sells(sku) }

let shop = Shop()
let result = try await host.compare(
  old: .rows(shop.products, name: "shop"), new: .file(feed), rules: .file(rules))

// The changes as the import would make them: none of it if it would clear half of the shop.
let refused = try result.apply(until: { $0[.deleted].count > shop.products.count / 2 }) {
  kind, change in
  switch kind {
  case .deleted: print("remove", change.key, change.old?["name"] ?? .null)
  case .inserted:
    guard let product: Product = try change.new?.decode() else { break }
    print("add", change.key, product.name, "for", product.price)
  case .updated: print("update", change.key, change.fields)
  case .moved: break
  }
}
print(refused == nil ? "\(result.summary)" : "refused: it would remove too much")

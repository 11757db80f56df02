/// A product as the shop's data base has it.
struct Product: Codable, Sendable {
  var sku: String
  var name: String
  var gtin: String?
  var price: Double
}

/// What the shop has now.
struct Shop: Sendable {
  var products = [
    Product(sku: "A-1", name: "Saw", gtin: "400638133393", price: 12.5),
    Product(sku: "A-2", name: "Bench vise", gtin: "4006381333948", price: 30),
    Product(sku: "A-3", name: "Clamp", gtin: nil, price: 8),
  ]

  /// Whether the shop may sell a product at all.
  static func sells(_ sku: String) -> Bool { !sku.hasPrefix("X-") }
}

/// The number under a bar code; zeros before it and dashes in it mean nothing.
struct GTIN: Decodable, Equatable, Sendable {
  let digits: String

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    digits = String(text.filter(\.isNumber).drop { $0 == "0" })
  }
}

/// A place in a list, or a member that no type has a key for, in the path of a coding error.
struct ElementKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(place: Int) {
    stringValue = "\(place)"
    intValue = place
  }

  init(name: String) {
    stringValue = name
    intValue = nil
  }

  init?(stringValue: String) { self.init(name: stringValue) }
  init?(intValue: Int) { self.init(place: intValue) }
}

extension ElementKey: ExpressibleByStringLiteral {
  init(stringLiteral name: String) { self.init(name: name) }
}

import Platform

/// A JSON Pointer (RFC 6901): the way from a document to a value in it.
package struct JSONPointer: Sendable {
  package let tokens: [[UInt8]]

  package init?(_ spelling: some Collection<UInt8>) {
    guard !spelling.isEmpty else {
      tokens = []
      return
    }
    guard spelling.first == UInt8(ascii: "/") else { return nil }
    let parts = spelling.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var tokens: [[UInt8]] = []
    for part in parts {
      guard let token = JSONPointer.decoded(part) else { return nil }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  private static func decoded(_ part: some Collection<UInt8>) -> [UInt8]? {
    var token: [UInt8] = []
    var rest = part[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        token.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return token
  }

  static func escaped(_ name: [UInt8]) -> String {
    let spelled = name.flatMap { (byte: UInt8) -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    return String(decoding: spelled, as: UTF8.self)
  }

  /// A token as an index into an array: digits without a superfluous zero.
  package static func index(_ token: [UInt8]) -> Int? {
    guard !token.isEmpty, token.count == 1 || token.first != Ascii.zero, token.allSatisfy({ $0 &- Ascii.zero <= 9 })
    else { return nil }
    return Int(String(decoding: token, as: UTF8.self))
  }
}

/// The containers around a collection inside a document, which are read up to it first and then,
/// from behind it, to the end of the document.
struct JSONDescent {
  /// A container on the way: the token that leads on from it.
  struct Step {
    let isObject: Bool
    let token: [UInt8]
  }

  let scanner: JSONScanner
  private(set) var steps: [Step] = []

  init(_ scanner: JSONScanner) { self.scanner = scanner }

  /// The outcome of one step: the value's place, or the names that are there instead.
  enum Outcome {
    case found(JSONScanner.Position)
    case missing(names: [String])
  }

  /// Goes from the value at `position` to the one that `token` names in it.
  mutating func step(_ token: [UInt8], from position: JSONScanner.Position) throws(JSONFault) -> Outcome {
    guard let first = try scanner.firstChild(position) else { return .missing(names: []) }
    let isObject = position.pointee == Ascii.brace
    steps.append(Step(isObject: isObject, token: token))
    return isObject ? try member(token, first) : try element(JSONPointer.index(token), first)
  }

  private func member(_ token: [UInt8], _ first: JSONScanner.Position) throws(JSONFault) -> Outcome {
    var names: [String] = []
    var next: JSONScanner.Position? = first
    while let p = next {
      let name = try scanner.nameText(p)
      if name.text == token { return .found(name.value) }
      if names.count < 10 { names.append(String(decoding: name.text, as: UTF8.self)) }
      next = try scanner.next(try scanner.value(name.value), isObject: true).entry
    }
    return .missing(names: names)
  }

  private func element(_ index: Int?, _ first: JSONScanner.Position) throws(JSONFault) -> Outcome {
    guard let index else { return .missing(names: []) }
    var next: JSONScanner.Position? = first
    var count = 0
    while let p = next {
      if count == index { return .found(p) }
      count += 1
      next = try scanner.next(try scanner.value(p), isObject: false).entry
    }
    return .missing(names: [])
  }

  /// Reads on from behind the collection: what is left of the containers around it.
  ///
  /// - Returns: the position behind the outermost container, and a token of the pointer that names a
  ///   second member too, if there is one.
  func leave(from position: JSONScanner.Position) throws(JSONFault) -> (end: JSONScanner.Position, ambiguous: [UInt8]?)
  {
    var p = position
    var ambiguous: [UInt8]?
    for step in steps.reversed() {
      while true {
        let next = try scanner.next(p, isObject: step.isObject)
        guard let entry = next.entry else {
          p = next.position
          break
        }
        p = entry
        if step.isObject {
          let name = try scanner.nameText(entry)
          if name.text == step.token { ambiguous = step.token }
          p = name.value
        }
        p = try scanner.value(p)
      }
    }
    return (p, ambiguous)
  }
}

extension JSONScanner {
  func nameText(_ position: Position) throws(JSONFault) -> (text: [UInt8], value: Position) {
    let name = try self.name(position)
    let content = BytesView(start: position + 1, count: name.end - position - 2)
    return (JSONValues.decodedString(content), try colon(name.end))
  }
}

/// Advice against an error: words, and the settings that they name.
///
/// It is written like text, with settings in between: `"\(.memoryLimit) allows more"`.
package struct Hint: Sendable {
  private enum Piece: Sendable {
    case words(String)
    case setting(Setting)
  }

  private var pieces: [Piece] = []

  package init(_ words: String) { pieces = [.words(words)] }

  package var settings: [Setting] { pieces.compactMap { if case .setting(let setting) = $0 { setting } else { nil } } }

  package static func + (first: Hint, second: Hint) -> Hint {
    var hint = first
    hint.pieces += second.pieces
    return hint
  }
}

extension Hint: CustomStringConvertible, Equatable {
  package var description: String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .setting(let setting): setting.description
      }
    }.joined()
  }

  package static func == (first: Hint, second: Hint) -> Bool { first.description == second.description }
}

extension Hint: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var hint = Hint("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { hint.pieces.append(.words(words)) }

    package mutating func appendInterpolation(_ setting: Setting) { hint.pieces.append(.setting(setting)) }

    package mutating func appendInterpolation(_ other: Hint) { hint = hint + other }

    package mutating func appendInterpolation(_ words: some CustomStringConvertible) {
      appendLiteral(words.description)
    }
  }

  package init(stringLiteral words: String) { self.init(words) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.hint }
}

extension [Hint] {
  package func joined(separator: Hint) -> Hint { dropFirst().reduce(first ?? "") { $0 + separator + $1 } }
}

import Platform

/// What is wrong with JSON, and at which byte.
package struct JSONFault: Error, Equatable {
  package let mistake: JSONMistake
  /// The offset of the offending byte from the start of the buffer; its length where it ends too early.
  package let offset: Int
}

package enum JSONMistake: UInt8, Sendable, CaseIterable {
  case expectedValue
  case expectedName
  case expectedColon
  case expectedCommaOrBrace
  case expectedCommaOrBracket
  case trailingComma
  case expectedDigit
  case leadingZero
  case leadingPlus
  case leadingPoint
  /// `NaN` or `Infinity`.
  case notANumber
  case misspelledLiteral
  case singleQuote
  case comment
  /// A string is never closed; the place is where it opened.
  case unterminatedString
  case controlCharacter
  case newlineInString
  case invalidEscape
  case invalidUnicodeEscape
  case invalidUTF8
  case tooDeep
  case emptyDocument
  case extraContent
  case extraOnLine
  case valueSpansLines
  case valueAmongRecords
  case recordAmongValues
  /// A member that is called like the column of names.
  case ownKeyMember
  case elementsNotArray
  case repeatedElements

  /// Whether the text is valid JSON all the same, only not the records that were asked for.
  package var isValidJSON: Bool { rawValue >= JSONMistake.valueAmongRecords.rawValue }
}

extension JSONMistake {
  static let maximumDepth = 1024

  var message: String {
    switch self {
    case .expectedValue: "expected a value: an object, array, string, number, true, false or null"
    case .expectedName: "expected a member name in double quotes"
    case .expectedColon: "expected ':' after the member name"
    case .expectedCommaOrBrace: "expected ',' or '}' after the member"
    case .expectedCommaOrBracket: "expected ',' or ']' after the element"
    case .trailingComma: "expected another element or member after the comma"
    case .expectedDigit: "expected a digit in the number"
    case .leadingZero: "expected a number without a leading zero"
    case .leadingPlus: "expected a number without a leading '+'"
    case .leadingPoint: "expected a digit before the decimal point"
    case .notANumber: "expected a value; NaN and Infinity are no JSON numbers"
    case .misspelledLiteral: "expected true, false or null, in lower case and in full"
    case .singleQuote: "expected a value; strings stand in double quotes"
    case .comment: "expected a value; comments are no JSON"
    case .unterminatedString: "this string is never closed"
    case .controlCharacter: "expected an escape; a string holds no bare control character"
    case .newlineInString: "the line ends inside a string; a line break is written \\n"
    case .invalidEscape: "expected one of \" \\ / b f n r t u after the backslash"
    case .invalidUnicodeEscape: "expected four hexadecimal digits after \\u"
    case .invalidUTF8: "not valid UTF-8"
    case .tooDeep: "nested more than \(Self.maximumDepth) levels deep"
    case .emptyDocument: "expected a JSON document, found nothing"
    case .extraContent: "expected nothing after the document"
    case .extraOnLine: "expected the line to end after its value"
    case .valueSpansLines: "the line ends inside a value; JSON Lines has one value a line"
    case .valueAmongRecords: "valid JSON, not records: expected an object, as before"
    case .recordAmongValues: "valid JSON, not records: expected a plain value, as before"
    case .ownKeyMember: "a member is called \"@key\", which is the column of the records' own names"
    case .elementsNotArray: "valid JSON, not records: expected an array of elements"
    case .repeatedElements: "the record has its elements twice"
    }
  }

  private static let oneLineEach = "if values take several lines each, jq -c . FILE writes one on each line"

  /// `option` makes a setting that of this input alone.
  func hint(_ option: (Setting) -> Setting) -> Hint? {
    switch self {
    case .valueSpansLines: "\(option(.inputFormat)) json if the file is one document; \(Self.oneLineEach)"
    case .extraContent: "\(option(.inputFormat)) jsonl if every line is a value; \(Self.oneLineEach)"
    case .notANumber: "no option reads them. To write null in their place: jq . FILE (version 1.7 or later)"
    default: nil
    }
  }
}

/// Where and why bytes are not the JSON that was expected there.
package struct JSONFault: Error, Equatable {
  /// What is wrong.
  package let kind: Kind
  /// The offset of the offending byte from the start of the buffer; its length where it ends too early.
  package let offset: Int

  /// What is wrong; `message` says it in words.
  package enum Kind: UInt8, Sendable, CaseIterable {
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
    case notANumber
    case misspelledLiteral
    case singleQuote
    case comment
    case unterminatedString
    case controlCharacter
    case newlineInString
    case invalidEscape
    case invalidUnicodeEscape
    case invalidUTF8
    case tooDeep
    case emptyDocument
    case extraContent
    case valueSpansLines
  }
}

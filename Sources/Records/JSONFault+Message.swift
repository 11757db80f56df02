extension JSONFault {
  /// One sentence without the place: what was expected, or what is not allowed.
  package var message: String { kind.message }

  /// What the user can do about it, if there is something in particular.
  package var hint: String? { kind.hint }
}

extension JSONFault.Kind {
  var message: String {
    switch self {
    case .expectedValue:
      "expected a value: an object, array, string, number, true, false or null"
    case .expectedName: "expected a member name in double quotes"
    case .expectedColon: "expected ':' after the member name"
    case .expectedCommaOrBrace: "expected ',' or '}' after the member's value"
    case .expectedCommaOrBracket: "expected ',' or ']' after the element"
    case .trailingComma: "a comma must be followed by another element"
    case .expectedDigit: "expected a digit in the number"
    case .leadingZero: "a number does not begin with a superfluous zero"
    case .leadingPlus: "a number does not begin with '+'"
    case .leadingPoint: "a number begins with a digit before the point"
    case .notANumber: "NaN and Infinity are not JSON numbers"
    case .misspelledLiteral: "expected true, false or null, spelled in full and in lower case"
    case .singleQuote: "strings stand in double quotes"
    case .comment: "comments are not JSON"
    case .unterminatedString: "the string that begins here never ends"
    case .controlCharacter: "a control character in a string must be escaped"
    case .newlineInString: "the line ends inside a string; a line break is written \\n there"
    case .invalidEscape: "expected one of \" \\ / b f n r t u after a backslash"
    case .invalidUnicodeEscape: "expected four hexadecimal digits after \\u"
    case .invalidUTF8: "the bytes are not valid UTF-8"
    case .tooDeep: "nested more than \(JSONScanner.maximumDepth) levels deep"
    case .emptyDocument: "expected a JSON document, found nothing"
    case .extraContent: "expected nothing after the end of the value"
    case .valueSpansLines: "the line ends inside a value; JSON Lines has one whole value a line"
    }
  }

  var hint: String? {
    switch self {
    case .invalidUTF8: "if the file has another encoding, name it with --encoding"
    case .valueSpansLines: "if the file is one JSON document, say --input-format json"
    case .extraContent: "if the file has one value a line, say --input-format jsonl"
    default: nil
    }
  }
}

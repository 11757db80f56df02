extension ByteSource {
  /// The error for a problem at an offset of the text.
  func error(_ problem: JSONProblem, at offset: Int, record: Int? = nil) -> RecordError {
    RecordError(.json(problem), in: self, at: min(offset, text.count), record: record)
  }

  /// Runs something that can find a mistake, which becomes an error of this source.
  func json<R>(_ body: () throws(JSONFault) -> R) throws(RecordError) -> R {
    do {
      return try body()
    } catch {
      throw self.error(.mistake(error.mistake), at: error.offset)
    }
  }

  /// Whether the document, taken for one without being told, is a single line, as one record of JSON Lines is.
  var mayBeLines: Bool {
    guard options.format == nil else { return false }
    let scanner = JSONScanner(text)
    let first = scanner.skipSpaceAndLines(scanner.start)
    guard first < scanner.end, first.pointee == Ascii.brace,
      let lineEnd = text[(first - scanner.start)...].firstIndex(of: Ascii.lineFeed)
    else { return first < scanner.end && first.pointee == Ascii.brace }
    return scanner.skipSpaceAndLines(scanner.start + lineEnd) == scanner.end
  }

  /// The error, unless the document is not even JSON, which then is the error.
  ///
  /// Only then may a message say "valid JSON, not records".
  func preferringMistakes(_ error: RecordError) -> RecordError {
    guard format == .json else { return error }
    let scanner = JSONScanner(text)
    do throws(JSONFault) {
      let p = try scanner.value(scanner.skipSpaceAndLines(scanner.start))
      let end = scanner.skipSpaceAndLines(p)
      guard end == scanner.end else { throw scanner.fault(.extraContent, end) }
      return error
    } catch {
      return self.error(.mistake(error.mistake), at: error.offset)
    }
  }
}

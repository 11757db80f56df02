import LuaRuntime
import Platform
import Comparing
import Patching
import Records
import Requests
import Rules

extension LunaDiffError {
  /// What an app is told of an error that a room below threw.
  init(_ error: any Error) {
    switch error {
    case let error as LunaDiffError: self = error
    case let error as RecordError: self.init(error)
    case let error as ComparisonError: self.init(error)
    case let error as RuleError: self.init(error)
    case let error as PatchError: self.init(error)
    case let error as MergeError:
      self.init(.format, error.finding, file: error.input, hints: error.hints)
    case let error as DocumentPatchError: self.init(.patch, error.finding, file: error.input)
    case let error as OperationsError: self.init(.output, error.finding, file: error.input)
    case let error as Requests.LunaDiffError: self.init(.request, error.finding)
    case is LuaError, is OptionError, is HostNameError: self.init(.rules, "\(error)")
    case is SystemError, is OutputError: self.init(.output, "\(error)")
    default: self.init(.request, "\(error)", underlying: error)
    }
  }

  /// A record of a program's that cannot be encoded.
  init(encoding error: any Error, record: Int, of input: String) {
    let words = (error as? EncodingError)?.words ?? "\(error)"
    self.init(
      .format, "\(input): record \(record + 1): \(words)", file: input, record: record,
      underlying: error)
  }

  private init(_ error: RecordError) {
    self.init(
      error.code, error.finding, file: error.file, line: error.line, record: error.record,
      hints: error.hints)
  }

  private init(_ error: ComparisonError) {
    var key: String?
    var underlying: (any Error)?
    switch error.reason {
    case .duplicateKey(let repeated, _), .duplicateSection(let repeated, _, _): key = repeated
    case .unmatched(let failure, _): underlying = failure.underlying
    default: break
    }
    self.init(
      error.code, error.finding, file: error.input, line: error.place?.line,
      record: error.place?.record, key: key, hints: error.hints, underlying: underlying)
  }

  private init(_ error: RuleError) {
    let place = error.places.first
    self.init(
      error.code, error.finding, file: place?.input ?? error.error.chunk,
      line: place.map(\.line) ?? error.error.line, record: place.map { $0.record - 1 },
      key: error.key, hints: error.hints, underlying: error.error.underlying)
  }

  private init(_ error: PatchError) {
    self.init(
      .patch, error.finding, file: error.input, line: error.place?.line,
      record: error.place?.record, hints: error.hints)
  }
}

extension RecordError {
  fileprivate var code: LunaDiffError.Code {
    switch kind {
    case .ragged, .nothingLeft, .nothingBehindLines, .unterminatedQuote, .unknownFormat,
      .duplicateColumn, .emptyColumnName, .unknownColumn, .json:
      .format
    case .badOption, .unknownEncoding: .request
    default: .input
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    switch kind {
    case .unknownFormat: [.format]
    case .ragged, .nothingLeft: [.raggedRecords, .delimiter]
    case .nothingBehindLines: [.skippedLines]
    case .unterminatedQuote: [.quote]
    case .nulByte(let encoding): encoding == nil ? [] : [.encoding]
    case .invalidUTF8, .invalidEncoding, .unknownEncoding: [.encoding]
    case .duplicateColumn, .emptyColumnName: [.header, .columnNames]
    case .unknownColumn: [.pointer]
    case .tooLarge: [.sizeLimit]
    case .program(.notAllowed): [.programs]
    default: []
    }
  }
}

extension ComparisonError {
  fileprivate var code: LunaDiffError.Code {
    switch reason {
    case .missingKey, .duplicateKey, .duplicateSection: .key
    case .noCommonColumns: .format
    case .unmatched: .script
    default: .rules
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    switch reason {
    case .noCommonColumns: [.rename, .header, .columnNames]
    case .missingKey, .identitiesTooLong: [.identity]
    case .duplicateKey, .duplicateSection: [.duplicates, .identity]
    case .ambiguousRename: [.rename]
    case .nothingCompared(.onlyIgnored): [.columns]
    case .nothingCompared(.allIgnored): [.columns, .identity]
    case .nothingCompared(.skipped): [.skippedLines, .delimiter]
    default: []
    }
  }
}

extension RuleError {
  fileprivate var code: LunaDiffError.Code {
    switch error.kind {
    case .memory, .refusedMemory, .instructions, .time: .limit
    case .syntax: .rules
    default: rule == nil && reader == nil ? .rules : .script
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    switch error.kind {
    case .memory: [.memoryLimit]
    case .instructions: [.instructionLimit]
    case .time: [.timeLimit]
    default: hint.map { [.rule($0.description)] } ?? []
    }
  }
}

extension PatchError {
  fileprivate var hints: [LunaDiffError.Hint] {
    if fittingWay != nil { return [.direction] }
    return switch reason {
    case .incomplete, .sectioned, .filtered, .unsupportedShape, .columnsWithoutValues,
      .unknownColumns, .notPatchable:
      [.patchable]
    default: []
    }
  }
}

extension MergeError {
  fileprivate var hints: [LunaDiffError.Hint] {
    switch reason {
    case .noKey: [.identity]
    case .newColumns: [.columns]
    case .nested, .writing: []
    }
  }
}

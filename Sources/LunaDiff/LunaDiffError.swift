#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Comparing
import LuaRuntime
import Patching
import Platform
import Records
import Requests
import Rules

/// Why there is no result: what is wrong, where, and what would help, each as data.
public struct LunaDiffError: Error, Sendable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Code: String, Sendable, CaseIterable {
    /// An input cannot be read: it is not there, too large, damaged, no text, or changed meanwhile.
    case input
    /// An input's records cannot be told: its format or its shape is not what was expected.
    case format
    /// Rules or plug-ins cannot be loaded, or do not fit the inputs.
    case rules
    /// A function of rules, of a plug-in or of the app failed.
    case script
    /// What a script may use is used up.
    case limit
    /// A record has no key, or a key occurs more than once where it must not.
    case key
    /// A recorded result does not fit the input that it is applied to.
    case patch
    /// An output cannot be written.
    case output
    /// What was asked for makes no sense.
    case request
  }

  /// A setting that may help, for an app to offer.
  public enum Hint: Sendable, Hashable {
    /// ``Input/Options/format``.
    case format
    /// ``Input/Options/delimiter``.
    case delimiter
    /// ``Input/Options/quote`` and ``Input/Options/escape``.
    case quote
    /// ``Input/Options/hasHeader``.
    case header
    /// ``Input/Options/columnNames``.
    case columnNames
    /// ``Input/Options/encoding``.
    case encoding
    /// ``Input/Options/skippedLines``.
    case skippedLines
    /// ``Input/Options/skippedLastLines``.
    case skippedLastLines
    /// ``Input/Options/raggedRecords``.
    case raggedRecords
    /// ``Input/Options/pointer``.
    case pointer
    /// ``Input/Options/sizeLimit``.
    case sizeLimit
    /// ``Rules/identity``.
    case identity
    /// ``Rules/only`` or ``Rules/ignore``.
    case columns
    /// ``Rules/rename``.
    case rename
    /// `duplicates` of ``Rules/set(_:to:)``.
    case duplicates
    /// ``LunaHost/allowsPrograms``.
    case programs
    /// ``LunaHost/memoryLimit``.
    case memoryLimit
    /// ``LunaHost/instructionLimit``.
    case instructionLimit
    /// ``LunaHost/timeLimit``.
    case timeLimit
    /// ``Report/Options/isPatchable``.
    case patchable
    /// The result fits the other way: `reversed` of ``LunaHost/patch(_:changes:reversed:)``.
    case direction
    /// Something to write in the rules, in words.
    case rule(String)
    /// What a plug-in's reader says would help, in words.
    case advice(String)
    /// The column that was probably meant by a name that none has.
    case column(String)
  }

  /// What kind of trouble it is.
  public let code: Code
  /// What is wrong and where, for a person, in one line or more.
  public let message: String
  /// The input, or the file of Lua, where it went wrong.
  public let file: String?
  /// The line of the file, counted from 1.
  public let line: Int?
  /// The record of the input, counted from 0.
  public let record: Int?
  /// The record's key.
  public let key: String?
  /// What may help.
  public let hints: [Hint]
  /// What a function of the app's threw, which rules or a reader called.
  public let underlying: (any Error)?

  /// The message.
  public var description: String { message }

  init(
    _ code: Code, _ message: String, file: String? = nil, line: Int? = nil, record: Int? = nil, key: String? = nil,
    hints: [Hint] = [], underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.record = record
    self.key = key
    self.hints = hints
    self.underlying = underlying
  }
}

extension LunaDiffError: LocalizedError {
  /// The message, for apps that have `localizedDescription` alone.
  public var errorDescription: String? { message }
}

extension LunaDiffError {
  init(_ error: any Error) {
    switch error {
    case let error as LunaDiffError: self = error
    case let error as RecordError: self.init(error)
    case let error as ComparisonError: self.init(error)
    case let error as RuleError: self.init(error)
    case let error as PatchError: self.init(error)
    case let error as MergeError: self.init(.format, error.finding, file: error.input, hints: error.hints)
    case let error as DocumentPatchError: self.init(.patch, error.finding, file: error.input)
    case let error as OperationsError: self.init(.output, error.finding, file: error.input)
    case let error as Requests.LunaDiffError: self.init(.request, error.finding)
    case let error as LuaError: self.init(RuleError(error))
    case is OptionError, is HostNameError: self.init(.rules, "\(error)")
    case is SystemError, is OutputError: self.init(.output, "\(error)")
    default: self.init(.request, "\(error)", underlying: error)
    }
  }

  init(encoding error: any Error, record: Int, of input: String) {
    let words = (error as? EncodingError)?.words ?? "\(error)"
    self.init(.format, "\(input): record \(record + 1): \(words)", file: input, record: record, underlying: error)
  }

  private init(_ error: RecordError) {
    self.init(error.code, error.finding, file: error.file, line: error.line, record: error.record, hints: error.hints)
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
      error.code, error.finding, file: error.input, line: error.place?.line, record: error.place?.record, key: key,
      hints: error.hints, underlying: underlying)
  }

  private init(_ error: RuleError) {
    let place = error.places.first
    self.init(
      error.code, error.finding, file: place?.input ?? error.error.chunk ?? error.definition?.file,
      line: place.map(\.line) ?? error.error.line ?? error.definition?.line,
      record: place.map { $0.record - 1 }, key: error.key, hints: error.hints, underlying: error.error.underlying)
  }

  private init(_ error: PatchError) {
    self.init(
      .patch, error.finding, file: error.input, line: error.place?.line, record: error.place?.record, hints: error.hints
    )
  }
}

extension RecordError {
  fileprivate var code: LunaDiffError.Code {
    switch kind {
    case .ragged, .nothingLeft, .noLinesLeft, .unterminatedQuote, .unknownFormat, .duplicateColumn,
      .emptyColumnName, .json:
      .format
    case .unknownColumn: .rules
    case .badOption, .unknownEncoding: .request
    default: .input
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    switch kind {
    case .unknownFormat: [.format]
    case .ragged, .nothingLeft: [.raggedRecords, .delimiter]
    case .noLinesLeft: [.skippedLines, .skippedLastLines]
    case .unterminatedQuote: [.quote]
    case .nulByte(let encoding): encoding == nil ? [] : [.encoding]
    case .invalidUTF8, .invalidEncoding, .unknownEncoding: [.encoding]
    case .duplicateColumn, .emptyColumnName: [.header, .columnNames]
    case .unknownColumn(let name, let columns): .meant(by: name, among: columns) + [.identity, .pointer]
    case .reported(_, let hint): hint.map { [.advice($0)] } ?? []
    case .tooLarge: [.sizeLimit]
    case .program(.notAllowed): [.programs]
    default: []
    }
  }
}

extension [LunaDiffError.Hint] {
  fileprivate static func meant(by name: String, among columns: [String]) -> Self {
    Suggestion.nearest(to: name, among: columns).map { [.column($0)] } ?? []
  }
}

extension ComparisonError {
  fileprivate var code: LunaDiffError.Code {
    switch reason {
    case .missingKey, .duplicateKey, .duplicateSection, .ambiguousPairs: .key
    case .noCommonColumns: .format
    case .unmatched: .script
    default: .rules
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    switch reason {
    case .unknownColumn(let name, _, let columns), .unknownSectionKey(let name, let columns),
      .unknownVerdict(let name, let columns):
      .meant(by: name, among: columns)
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
    default: rule == nil && part == nil ? .rules : .script
    }
  }

  fileprivate var hints: [LunaDiffError.Hint] {
    if case .unknownRule(let meant) = error.complaint { return [.rule(meant)] }
    return switch error.kind {
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
    case .incomplete, .sectioned, .filtered, .writing(.unsupportedShape), .columnsWithoutValues, .unknownColumns,
      .notPatchable:
      [.patchable]
    default: []
    }
  }
}

extension MergeError {
  fileprivate var hints: [LunaDiffError.Hint] {
    switch reason {
    case .noKey: [.identity]
    case .renamedPlace: [.rename]
    case .nested, .writing: []
    }
  }
}

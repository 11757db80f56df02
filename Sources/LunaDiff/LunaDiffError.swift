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
    /// ``Rules/refusesDuplicates``.
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
    _ code: Code, _ message: String, file: String? = nil, line: Int? = nil, record: Int? = nil,
    key: String? = nil, hints: [Hint] = [], underlying: (any Error)? = nil
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

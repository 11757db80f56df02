import LuaRuntime
import Records

/// How what a program writes is read.
struct CommandOutput {
  private let options: ReadOptions
  /// What stands for the output where there is none.
  let empty: [UInt8]?

  /// Reads `"csv"`, or the same as options of reading: `{ format = "csv", null = "" }`.
  ///
  /// - Parameter place: What messages call it.
  init(_ value: LuaValue, place: String) throws(LuaError) {
    var options = ReadOptions()
    var empty: [UInt8]?
    switch value {
    case .string: options.format = value.text.flatMap(InputFormat.init(rawValue:))
    case .table(let table):
      options = try ReadOptions(table, besides: ["empty"])
      if case .string(let bytes) = try table.get("empty") { empty = bytes }
    default: break
    }
    guard let format = options.format else {
      let formats = InputFormat.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw LuaError(
        "'\(place)' must be one of \(formats), or { format = …, … } as luna.load has it")
    }
    // Of one column the first lines could decide on anything.
    if format == .csv, options.delimiter == nil { options.delimiter = UInt8(ascii: ",") }
    options.hasLines = false
    self.options = options
    self.empty = empty ?? (format == .json ? Array("[]".utf8) : nil)
  }

  /// The options by which the output is read: its own form, and what the input's say beside the form.
  func options(besides input: ReadOptions) -> ReadOptions {
    var options = options
    options.nullTokens += input.nullTokens
    options.renamesHeaders = options.renamesHeaders || input.renamesHeaders
    options.elements = options.elements ?? input.elements
    options.pointer = options.pointer ?? input.pointer
    options.ragged = input.ragged
    options.inputLimit = input.inputLimit
    options.workers = input.workers
    options.meter = input.meter
    options.watch = input.watch
    return options
  }
}

import ArgumentParser
import Platform
import Synchronization

protocol Command: ParsableCommand {
  func execute() throws -> ExitStatus
}

protocol DocumentedCommand: Command {
  /// What stands at the end of the page: the other commands, examples.
  static var closing: String { get }
  /// Those of the arguments that are meant for the command itself.
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String>
}

extension DocumentedCommand {
  static func ownArguments(_ arguments: [String]) -> ArraySlice<String> { arguments.prefix { $0 != "--" } }
}

extension CommandConfiguration {
  /// A command of `lunadiff`.
  ///
  /// That it names what it is a command of also spares the parser to look for its own requests for completions, which
  /// takes as long as to read the arguments.
  init(ofLunadiff name: String, abstract: String, usage: String, discussion: String = "") {
    self.init(
      commandName: name, _superCommandName: "lunadiff", abstract: abstract, usage: usage, discussion: discussion)
  }
}

struct ExitStatus: RawRepresentable, Equatable {
  let rawValue: Int32

  /// No difference under the rules; or help, a version, a script that ended well.
  static let same = ExitStatus(rawValue: 0)
  /// At least one difference.
  static let different = ExitStatus(rawValue: 1)
  /// Bad usage, unreadable input, a rule that failed, an output that could not be written.
  static let trouble = ExitStatus(rawValue: 2)
}

/// The files that this run writes, by the options that name them: each is written once, and none of them is read.
enum OutputFiles {
  private static let files = Mutex<[String: (name: String, identity: FileIdentity)]>([:])

  static var names: [String] { files.withLock { $0.values.map(\.name).sorted() } }

  /// Adds a file, which has to be another one than those of the other options.
  ///
  /// - Throws: `CommandError` also if a file of the other options is read.
  static func add(
    _ name: String, option: String, reading inputs: [String], _ scripts: @autoclosure () -> [String] = []
  ) throws {
    guard let identity = FileIdentity(name) else { return }
    let others = files.withLock { $0.filter { $0.key != option } }.sorted { $0.key < $1.key }
    for (other, file) in others where file.identity == identity {
      throw CommandError("\(other) and \(option) name the same file: \(name)", hint: "give another name to \(option)")
    }
    for (other, file) in others where FilePath.exists(file.name) {
      guard let input = (inputs + scripts()).first(where: { FileIdentity($0) == file.identity }) else { continue }
      throw CommandError(.overwrites(file.name, kind: "input", file: input), option: other)
    }
    files.withLock { $0[option] = (name, identity) }
  }
}

/// Why the command line cannot go on: words for a person.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// One or more lines without the leading `lunadiff: `.
  let message: String

  init(_ message: String, hint: String? = nil) { self.message = hint.map { "\(message)\n  hint: \($0)" } ?? message }

  var description: String { message }
}

extension OutputPlace {
  /// The place that an option names, which errors name, too.
  init(
    _ name: String, option: String, inputs: [String], scripts: @autoclosure () -> [String] = [],
    making folder: String? = nil
  ) throws {
    do { try self.init(name, inputs: inputs, scripts: scripts(), making: folder) } catch let error as OutputError {
      throw CommandError(error, option: option)
    }
    try OutputFiles.add(name, option: option, reading: inputs, scripts())
  }
}

extension CommandError {
  /// Why an output cannot be where an option says.
  init(_ error: OutputError, option: String = "-o") {
    let hint =
      switch error {
      case .address: "write to a file, and copy that there"
      case .compressed(_, let suffix): "leave out \(suffix), and compress the file afterwards"
      case .danglingLink: "remove the link, or give another name to \(option)"
      case .overwrites: "give another name to \(option)"
      }
    self.init(error.description, hint: hint)
  }
}

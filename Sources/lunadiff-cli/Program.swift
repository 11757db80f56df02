import ArgumentParser
import LunaDiff

/// The process from its arguments to its exit status.
enum Program {
  /// The version that `--version` prints.
  static let version = "0.1.0"

  /// Does what the arguments say.
  ///
  /// Every failure ends here, as one message on standard error.
  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let page = HelpPage(arguments: arguments) {
        try StandardOutput.print(page.text)
        return .same
      }
      return try execute(arguments)
    } catch is ReaderClosed {
      return .same
    } catch let failure as LunaDiffError {
      return trouble(failure.message)
    } catch let failure as Failure {
      return trouble(failure.message)
    } catch {
      return end(with: error, command: name(of: arguments))
    }
  }

  /// The command as a user types it.
  private static func name(of arguments: [String]) -> String {
    let names = LunaDiffCommand.configuration.subcommands.map { $0._commandName }
    guard let first = arguments.first, first != "diff", names.contains(first) else {
      return "lunadiff"
    }
    return "lunadiff \(first)"
  }

  private static func execute(_ arguments: [String]) throws -> ExitStatus {
    let parsed = try LunaDiffCommand.parseAsRoot(arguments)
    guard let command = parsed as? any Command else {
      throw Failure("a command is missing", hint: "lunadiff --help shows them")
    }
    return try command.execute()
  }

  /// Ends as the argument parser asks, but with this tool's status and its way to say an error.
  private static func end(with error: any Error, command: String) -> ExitStatus {
    let message = LunaDiffCommand.message(for: error)
    guard LunaDiffCommand.exitCode(for: error) == .success else {
      let hint = "\(command) --help lists the flags"
      return trouble(Failure(UsageMessage.text(message), hint: hint).message)
    }
    try? StandardOutput.print(message + "\n")
    return .same
  }

  private static func trouble(_ message: String) -> ExitStatus {
    Diagnostics.error(message)
    return .trouble
  }
}

/// A subcommand that says how it ended.
protocol Command: ParsableCommand {
  /// Does the work.
  func execute() throws -> ExitStatus
}

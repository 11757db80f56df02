import Foundation
import TestSupport

@testable import lunadiff_cli

/// The built program, run as a process in a fresh directory.
struct Lunadiff {
  /// All commands with their flags, read from the argument parser once, since that takes a second.
  static let commands = LunaDiffCommand.commands.map(CommandDescription.init)

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs `lunadiff` with these arguments.
  func run(_ arguments: [String], input: String = "") async throws -> ProcessResult {
    let runner = ProcessRunner(
      executable: BuiltProducts.directory + "/lunadiff", directory: directory.path,
      environment: BuiltProducts.environment(home: directory.path))
    return try await runner.run(arguments, input: Data(input.utf8))
  }

  /// Runs a script of the shell, for which `lunadiff` is on the path.
  func shell(_ script: String, timeLimit: Duration = .seconds(900)) async throws -> ProcessResult {
    let runner = ProcessRunner(
      executable: "/bin/sh", directory: directory.path,
      environment: BuiltProducts.environment(home: directory.path), timeLimit: timeLimit)
    return try await runner.run(["-c", script])
  }
}

extension CommandDescription {
  var name: String { command.commandName }
}

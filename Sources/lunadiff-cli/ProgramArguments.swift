import CArguments

/// What the process was started with.
enum ProgramArguments {
  /// The arguments after the program's name.
  ///
  /// Swift's library reads them from `/proc`, which a bare root directory may lack: then they are the C library's.
  static var all: [String] {
    let arguments = CommandLine.arguments.isEmpty ? fromLibrary : CommandLine.arguments
    return Array(arguments.dropFirst())
  }

  private static var fromLibrary: [String] {
    guard var next = lunadiff_arguments() else { return [] }
    var arguments: [String] = []
    while let argument = next.pointee {
      arguments.append(String(cString: argument))
      next += 1
    }
    return arguments
  }
}

import CArguments

/// The words of the command line.
enum ProgramArguments {
  /// The arguments after the program's name.
  ///
  /// The C library's, where they can be had: Swift's own reads them from `/proc`, which a bare root directory lacks.
  static var all: [String] {
    guard var next = lunadiff_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
    var arguments: [String] = []
    while let argument = next.pointee {
      arguments.append(String(path: argument))
      next += 1
    }
    return Array(arguments.dropFirst())
  }
}

import Platform

/// Standard input, output and error, of which whoever starts the process may have closed some.
enum StandardDescriptors {
  /// Takes the places of those that are closed, lest a file that is opened later become one of them.
  ///
  /// To read from standard input, or to write to the others, stays an error.
  static func reserve() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

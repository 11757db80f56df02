import Platform

/// Standard input, output and error, some of which may be closed when the process is started.
enum StandardDescriptors {
  /// Takes the places of those that are closed, so that no file that is opened later becomes one of them.
  ///
  /// To read from standard input, or to write to the others, stays an error.
  static func reserve() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

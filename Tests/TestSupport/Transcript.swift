import Foundation

/// A Markdown file whose commands are run and whose shown output is what they have to print.
///
/// Two kinds of fenced block mean something; everything else is prose.
///
/// - A fence with two words, a language and a name (`lua rules.lua`), is a file that the commands find.
/// - A fence `console` holds commands. A line that begins with `% ` (or `$ `) is a command for `sh`, continued
///   while it ends with a backslash. The lines after it are its standard output; then, each where there is one,
///   lines of standard error after `2> ` and the exit status after `=> ` (0 if it is not stated).
///
/// In expected lines `[...]` stands for any text. In output the escape character shows as `␛`, a carriage
/// return as `␍`, a NUL as `␀`, the directory that the commands run in as `/dir`, and a last line
/// without its newline ends in `␄`.
public struct Transcript: Sendable, Equatable {
  /// How strictly a transcript is written.
  public enum Style: Sendable {
    /// Standard error and status apart, as tests want them.
    case exact
    /// What a person sees at a terminal: standard error among the output, no status.
    case terminal
  }

  /// A command and what it has to do.
  public struct Step: Sendable, Equatable {
    /// The prompt and command as they are written, one element a line.
    public var commandLines: [String]
    /// The expected lines of standard output.
    public var output: [String] = []
    /// The expected lines of standard error.
    public var errors: [String] = []
    /// The expected exit status.
    public var status: Int32 = 0

    /// The command for the shell.
    public var command: String {
      commandLines.enumerated()
        .map { $0.offset == 0 ? String($0.element.dropFirst(2)) : $0.element }
        .joined(separator: "\n")
    }
  }

  /// A part of the file.
  public enum Block: Sendable, Equatable {
    /// Lines that mean nothing here.
    case prose([String])
    /// A file for the commands.
    case file(name: String, fence: String, lines: [String])
    /// Commands, in order.
    case console(fence: String, steps: [Step])
  }

  /// The blocks in the order of the file.
  public var blocks: [Block]

  /// Makes a transcript of blocks.
  public init(blocks: [Block]) {
    self.blocks = blocks
  }

  /// The number of commands.
  public var stepCount: Int {
    blocks.reduce(0) { count, block in
      if case .console(_, let steps) = block { count + steps.count } else { count }
    }
  }
}

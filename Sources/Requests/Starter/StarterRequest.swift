import Platform
import Comparing

/// What rules are to be begun for.
package struct StarterRequest: Sendable {
  /// The path of the old input.
  package var old: String
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How the inputs are read.
  package var options = ComparisonOptions()
  /// Words of a command line that say how the inputs are read, for the commands that are shown.
  package var readingWords: [String] = []
  package var rulesPath = "rules.lua"

  /// Rules for one input or for two.
  package init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }

  /// The inputs and how they are read, as words of a shell's command line.
  package var inputWords: String {
    ([old.shellWord, new?.shellWord ?? "NEW"] + readingWords.map(\.shellWord)).joined(separator: " ")
  }

  /// The rules file's name without its folder and ending.
  var stem: String {
    let name = rulesPath.split(separator: "/").last.map(String.init) ?? rulesPath
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

/// Texts of files to begin rules with.
package struct StarterFiles: Sendable, Equatable {
  /// A commented rules file for the inputs' columns.
  package let rules: String
  /// Annotations of the records' columns, for editors.
  package let columns: String
  /// Annotations of `luna`, for editors.
  package let library: String
  /// Annotations of what plug-ins add that do not come with the program; `nil` where there are none.
  package let plugins: String?
}

extension StarterRequest: ReadingRequest { package var sides: Sides<String?> { Sides(source: old, target: new) } }

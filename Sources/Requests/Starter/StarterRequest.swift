import Platform
import Comparing

/// Inputs that a rules file to start with is written for: `lunadiff init`.
package struct StarterRequest: Sendable {
  package var old: String
  package var new: String?
  package var options = ComparisonOptions()
  /// Words of a command line that say how the inputs are read, for the commands that are shown.
  package var readingWords: [String] = []
  package var rulesPath = "rules.lua"
  /// The pattern of paths that rules are for in a project file; `nil` for a rules file.
  package var pattern: String?

  package init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }

  /// The inputs and how they are read, as words of a shell's command line.
  package var inputWords: String {
    ([old.shellWord, new?.shellWord ?? "NEW"] + readingWords.map(\.shellWord)).joined(separator: " ")
  }

  var stem: String {
    let name = rulesPath.split(separator: "/").last.map(String.init) ?? rulesPath
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}

package struct StarterFiles: Sendable, Equatable {
  package let rules: String
  /// The key as a rules file says it; `nil` where none was found.
  package let key: String?
  package let columns: String
  package let library: String
}

extension StarterRequest: ReadingRequest { package var sides: Sides<String?> { Sides(source: old, target: new) } }

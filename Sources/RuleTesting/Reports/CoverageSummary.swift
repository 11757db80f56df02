import Reports

/// Which lines, branches and functions of rules and plug-ins ran.
package struct CoverageSummary: Sendable, Equatable {
  /// A way that a line with a choice may lead.
  package struct Branch: Sendable, Equatable {
    /// The line with the choice.
    package let line: Int
    /// The line that comes next; `nil`: the function is left.
    package let next: Int?
    /// How often it was gone.
    package let count: Int

    package init(line: Int, next: Int?, count: Int) {
      self.line = line
      self.next = next
      self.count = count
    }
  }

  /// A function.
  package struct Function: Sendable, Equatable {
    /// What it is called, no two of a file alike.
    package let name: String
    /// The line where it begins.
    package let line: Int
    /// How often it was called.
    package let count: Int

    package init(name: String, line: Int, count: Int) {
      self.name = name
      self.line = line
      self.count = count
    }
  }

  /// What is known of one file.
  package struct File: Sendable, Equatable {
    package let path: String
    /// The lines that have code, and how often each ran.
    package let lines: [(line: Int, count: Int)]
    package let branches: [Branch]
    package let functions: [Function]

    package init(path: String, lines: [(line: Int, count: Int)], branches: [Branch], functions: [Function]) {
      self.path = path
      self.lines = lines
      self.branches = branches
      self.functions = functions
    }

    package static func == (left: File, right: File) -> Bool {
      left.path == right.path && left.lines.elementsEqual(right.lines, by: ==) && left.branches == right.branches
        && left.functions == right.functions
    }

    /// The lines that never ran.
    var missedLines: [Int] { lines.filter { $0.count == 0 }.map(\.line) }
    /// The branches that were never taken, of lines that ran.
    var missedBranches: [Branch] {
      let missed = Set(missedLines)
      return branches.filter { $0.count == 0 && !missed.contains($0.line) }
    }
    var hitLines: Int { lines.count { $0.count > 0 } }
    var hitBranches: Int { branches.count { $0.count > 0 } }
    var hitFunctions: Int { functions.count { $0.count > 0 } }
  }

  /// The files in the order of their paths.
  package let files: [File]

  package init(files: [File]) { self.files = files }
}

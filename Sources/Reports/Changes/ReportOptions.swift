import Comparing
import Platform

package struct ReportOptions: Sendable {
  /// Whether JSON has the member `stages`.
  package var stages = false
  /// Whether `json` and `jsonl` hold what turns one file into the other byte for byte, and back.
  package var patchable = false
  /// The kinds of change that are listed; the counts are always those of the whole comparison.
  package var show = Set(Change.Kind.allCases)
  package var limit = ChangeLimits()
  /// Whether changes are listed that somebody has accepted.
  package var listsAccepted = true
  /// Lets `text`, `table` and `markdown` count records that only moved, if they are many and no kind or limit was asked
  /// for, and says what lists them, if anything does.
  package var countsMoves: Hint?
  /// Columns whose values stand beside updated and moved records, so that people see which ones they are.
  package var context: [String] = []
  /// Whether the columns that rules make of others stand beside all changes.
  package var showsDerived = false
  /// Whether `text` and `summary` are coloured by terminal escapes.
  package var color = false
  /// The width of the terminal in columns; `nil`: lines may be as long as they need to be.
  package var width: Int?
  package var elapsed: Duration?
  /// From how many lines on `text` and `table` have counts and findings before the changes, and the counts again behind
  /// them; `nil`: they are always behind, as is best where the end is what is seen.
  package var longest: Int?
  /// The heading of `html` and `markdown` and the suite of `junit`; `nil`: made of the two names.
  package var title: String?
  /// What may be typed to compare the two again, or to learn from them; `nil` where no command does.
  package var commands: Commands?
  /// How `html` refers to the page of the batch that the pair is of; `nil` where there is none.
  package var batchPage: String?
  /// Whether JSON has `summary.columns`: for each column how often it changed, and how.
  package var statistics = false
  /// What a plug-in's format is told beside all that.
  package var formatOptions: [(name: String, value: String)] = []
  /// Whether `csv` keeps a spreadsheet from taking a value for a formula, by an apostrophe before it.
  package var escapesFormulas = true
  /// Which changes count, in `junit` as failures; where not all of them count, every report tells which do.
  package var thresholds = ChangeThresholds()

  /// Whether `text` says once what differs in the same way in many records.
  package var groups = true
  /// Whether reports say what explains many changes at once.
  package var findings = true
  /// What that is, if somebody has looked for it already.
  package var knownFindings: [FindingWords]?
  /// What that is, once it has been looked for.
  var findingWords: [FindingWords] = []
  /// Those that reports for people do not say among their notes.
  var remarkableFindings: [FindingWords] { findingWords.filter { !$0.isNoted } }

  /// Whether one of the inputs is nothing at all, as where version control adds a file: `text` then does not say that
  /// it lacks columns, or a key.
  package var isOfOneVersion = false

  package init() {}

  /// How many lines are long where nobody knows how many are seen at once, as in a file.
  package static let usualLongest = 100

  /// Commands for the same inputs, by their words.
  package struct Commands: Sendable, Equatable {
    /// Compares the two so, without what says which report it writes.
    package let comparing: [String]
    /// The same without the columns of the key.
    package let withoutKey: [String]
    /// Proposes rules, and writes them to a file.
    package let learning: [String]

    package init(comparing: [String], withoutKey: [String], learning: [String]) {
      (self.comparing, self.withoutKey, self.learning) = (comparing, withoutKey, learning)
    }

    /// The same with flags of the comparison, in front of the file that is written.
    func learning(with flags: [String]) -> [String] { learning.dropLast(2) + flags + learning.suffix(2) }
  }
}

/// How many changes of each kind a report lists at most.
package struct ChangeLimits: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The most of each kind that ``named`` does not have; `nil`: as many as there are, or as the format can bear.
  package var each: Int?
  package var named: [Change.Kind: Int]

  package init(each: Int? = nil, named: [Change.Kind: Int] = [:]) {
    self.each = each
    self.named = named
  }

  package init(integerLiteral value: Int) { self.init(each: value) }

  /// The most changes of a kind; `nil` where none was set.
  package subscript(kind: Change.Kind) -> Int? { named[kind] ?? each }
}

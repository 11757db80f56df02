import Comparing
import Records

/// How well one candidate identifies the records.
package struct KeyReport: Sendable, Equatable {
  /// Several records of one identity.
  package struct Duplicate: Sendable, Equatable {
    /// The identity, one value per part.
    package let key: [Value]
    package let count: Int
    /// The numbers of the first of these records, counted from 0.
    package let records: [Int]
    /// The lines where these records begin, counted from 1; empty where a plug-in made the records.
    package let lines: [Int]

    /// Where the first of these records are, in words: `lines 2, 4`, or `records 1, 3` where they share a line.
    package var places: String {
      let isByLine = !lines.isEmpty && Set(lines).count == lines.count
      let numbers = isByLine ? lines : records.map { $0 + 1 }
      return (isByLine ? "lines " : "records ") + numbers.map(String.init).joined(separator: ", ")
    }
  }

  package struct Input: Sendable, Equatable {
    /// How many records the input has, as far as the rules' filter keeps them.
    package let records: Int
    /// How many identities occur more than once.
    package let duplicateKeys: Int
    /// How many records repeat an identity that an earlier one has.
    package let duplicates: Int
    /// How many records lack a part of the key.
    package let absent: Int
    /// How many records have a null as a part of the key.
    package let null: Int
    /// How many records have an empty text as a part of the key.
    package let empty: Int
    /// How many records lack a part of the key, have a null there or nothing; each counts once.
    package let unfilled: Int
    /// The identities that occur most often, with their first records.
    package let examples: [Duplicate]

    /// Whether every record has an identity of its own.
    package var isUnique: Bool { duplicates == 0 }
    package var identities: Int { records - duplicates }
  }

  /// What two inputs become under this key.
  package struct Match: Sendable, Equatable {
    /// How many records of one input have a partner in the other.
    package let paired: Int
    /// How many of these pairs have an identity that is filled and occurs once in each input.
    package let certain: Int
    /// Certain pairs as a share of the records of the smaller input, from 0 to 1.
    package let rate: Double
    package let summary: Summary
  }

  /// How the pairs are that it makes, by pairs that are known.
  package struct Truth: Sendable, Equatable {
    /// How many pairs it makes of records that the known pairs name, and how many of them are known.
    package let made: Int
    package let right: Int
    /// How many pairs are known of records that are compared.
    package let wanted: Int

    /// The share of the pairs that are right; `nil` where there is none.
    package var precision: Double? { made == 0 ? nil : Double(right) / Double(made) }
    /// The share of the known pairs that are made; `nil` where there is none.
    package var recall: Double? { wanted == 0 ? nil : Double(right) / Double(wanted) }

    init(_ comparison: Comparison, _ labels: LabelledPairs) {
      let known = labels.labels.filter(\.value).keys
      let named = Sides(source: Set(known.map(\.source)), target: Set(known.map(\.target)))
      let orders = comparison.orders
      var (made, right) = (0, 0)
      for (offset, partner) in comparison.pairing.sourceToTarget.enumerated() where partner >= 0 {
        let (source, target) = (orders.source[offset], orders.target[Int(partner)])
        let label = labels.labels[.init(source: source, target: target)]
        guard label != nil || named.source.contains(source) || named.target.contains(target) else { continue }
        made += 1
        if label == true { right += 1 }
      }
      (self.made, self.right, wanted) = (made, right, known.count)
    }
  }

  /// The candidate's name.
  package let name: String
  /// The key's columns; `nil` for a function.
  package let columns: [String]?
  /// What was found in the old input.
  package let source: Input
  /// What was found in the new input; `nil` if there is none.
  package let target: Input?
  /// What both become; `nil` without a new input.
  package let match: Match?
  /// How right its pairs are; `nil` where no pairs are known.
  package internal(set) var truth: Truth?
  /// In which form it would pair records of which it pairs none as they are; `nil` where none is known.
  package internal(set) var form: Form?
  /// Other candidates that pair exactly the same records.
  package internal(set) var equivalents: [String] = []
  /// Whether the search found it, rather than the user.
  package internal(set) var isSuggested = false

  /// Whether every record of every input has an identity of its own.
  package var isUnique: Bool { source.isUnique && target?.isUnique ?? true }

  /// How many records repeat an identity, in all inputs.
  package var duplicates: Int { source.duplicates + (target?.duplicates ?? 0) }

  /// How many records lack a part of the key, have a null there or nothing, in all inputs.
  package var unfilled: Int { source.unfilled + (target?.unfilled ?? 0) }

  /// Whether a part of the key is absent or null somewhere.
  var lacksParts: Bool { [source, target].contains { ($0?.absent ?? 0) + ($0?.null ?? 0) > 0 } }
}

extension KeyReport {
  /// What decides how good it is.
  package var standing: KeyStanding {
    KeyStanding(
      width: columns?.count ?? 1, records: Sides(source: source.records, target: target?.records ?? 0),
      certain: match?.certain, repetitions: Sides(source: source.duplicates, target: target?.duplicates ?? 0),
      unfilled: Sides(source: source.unfilled, target: target?.unfilled ?? 0))
  }

  /// Whether it tells records apart, and has a pair if there can be one.
  var isUsable: Bool {
    form?.match != nil || standing.isGoodEnough && (match?.certain != 0 || standing.possible == 0)
  }

  /// A form in which a key is the same on both sides, where no two are as they are.
  package struct Form: Sendable, Equatable {
    package let column: String
    /// In what the keys differ as they are, as programs read it, and in the words of reports.
    package let differences, words: [String]
    package let pairs: Int
    /// What gives it that form, as a line of a rules file.
    package let rule: String
    /// What the inputs become in that form, where more records have a partner than by any key as it is.
    package internal(set) var match: Match?
  }

  /// What two inputs become under this key, in the form that its rank is for.
  package var bestMatch: Match? { form?.match ?? match }
}

extension MatchedPasses {
  /// What is to be known of the passes.
  var notes: [ComparisonTerms.Note] {
    let counts = passes.enumerated().map { number, pass in
      "\(pass.paired) by pass \(number + 1) (\(pass.name))"
    }
    let repeated = passes.enumerated().filter { $1.repeated > 0 }.map { number, pass in
      ComparisonTerms.Note(
        "pass \(number + 1) (\(pass.name)): \(pass.repeated) of its identities "
          + (pass.repeated == 1 ? "occurs" : "occur")
          + " more than once among the records that it was left; such records pair in their order")
    }
    return [ComparisonTerms.Note("paired: \(counts.joined(separator: ", "))")] + repeated
      + passes.enumerated().flatMap { number, pass in
        pass.omissions.words.map {
          ComparisonTerms.Note("pass \(number + 1) (\(pass.name)): \($0)", isWarning: true)
        }
      }
  }
}

extension NearMatches.Omissions {
  /// What is to be said of them.
  var words: [String] {
    var words: [String] = []
    if let largest {
      let what = blocks == 1 ? "a block was" : "\(blocks) blocks were"
      words.append(
        "\(what) not compared, for \(blocks == 1 ? "it has" : "they have") more than \(limit) records: "
          + "\(blocks == 1 ? "" : "the largest is ")\(Change.describe(largest.name)) with \(largest.count); max_block allows more"
      )
    }
    if texts > 0 {
      words.append(
        "\(texts) \(texts == 1 ? "text" : "texts") of more than \(NearMatches.longestText) characters "
          + "\(texts == 1 ? "was" : "were") not compared")
    }
    return words
  }
}

import Comparing
import Platform
import Records

/// How often keys are a slip of the keyboard away from keys of other records: dense numbers are, by chance alone.
///
/// Records of one side are different things. So keys that come near others of their own side tell how many come near
/// some of the other side though they are different things, too.
struct SlipTally {
  private struct Count {
    /// How many pairs of two records without a partner are a slip apart.
    var found = 0
    /// How many pairs of a record without a partner and any other of its own side are.
    var byChance = 0
  }

  private var counts: [Absence.Likeness: Count] = [:]
  private var looked = Count()

  /// So many times what chance gives is more than chance.
  private static let leastExcess = 10
  /// Fewer pairs say nothing of how dense keys are.
  private static let fewest = 3
  private static let mostUnpaired = 1_000, mostOthers = 20_000

  /// - Complexity: O(1): some of the keys are looked at, evenly spread.
  init(_ explainer: Explainer) throws {
    func texts(_ offsets: some Sequence<Int>, _ side: Side) throws -> [String] {
      try offsets.map { Change.describe(try explainer.keyValues(side, $0)).lowercased() }
    }
    let unpaired = try Sides { side in
      try texts(explainer.unpairedOffsets[side].spread(Self.mostUnpaired).map(Int.init), side)
    }
    for side in Side.allCases {
      let count = explainer.orders[side].count
      let own = SlipIndex(try texts(stride(from: 0, to: count, by: count / Self.mostOthers + 1), side))
      add(own, to: unpaired[side], \.byChance)
    }
    add(SlipIndex(unpaired.target), to: unpaired.source, \.found)
  }

  private mutating func add(_ index: SlipIndex, to texts: [String], _ count: WritableKeyPath<Count, Int>) {
    looked[keyPath: count] += texts.count * index.texts.count
    for text in texts {
      for near in index.slips(of: text) { counts[.slip(text, near), default: Count()][keyPath: count] += 1 }
    }
  }

  /// Whether keys that are alike in this way may be so by chance.
  func areByChance(_ likeness: Absence.Likeness) -> Bool {
    guard let count = counts[likeness], count.byChance >= Self.fewest else { return false }
    let (found, chance) = (Double(count.found), Double(Self.leastExcess * count.byChance))
    return found * Double(looked.byChance) < chance * Double(looked.found)
  }
}

extension Absence.Likeness {
  /// In what two keys differ of which one is a slip of the other.
  fileprivate static func slip(_ first: String, _ second: String) -> Self {
    first.withoutDigits == second.withoutDigits ? .digits : .characters
  }
}

extension String {
  var withoutDigits: [Character] { lowercased().filter { !$0.isNumber } }
}

/// Texts by what is left of them without one of their characters, which texts have in common that are a slip apart.
private struct SlipIndex {
  let texts: [String]
  private var places: [[Unicode.Scalar]: [Int32]] = [:]

  /// Longer texts have no slips here, nor have those with more that look like them.
  private static let longest = 64, mostAlike = 500

  init(_ texts: [String]) {
    self.texts = texts
    for (place, text) in texts.enumerated() {
      for rest in Self.rests(of: text) where places[rest, default: []].count < Self.mostAlike {
        places[rest, default: []].append(Int32(truncatingIfNeeded: place))
      }
    }
  }

  /// The other texts that one slip makes of one.
  func slips(of text: String) -> [String] {
    Set(Self.rests(of: text).flatMap { places[$0] ?? [] }).map { texts[Int($0)] }.filter {
      $0 != text && Suggestion.isNear($0, text, within: 1)
    }
  }

  private static func rests(of text: String) -> [[Unicode.Scalar]] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= longest else { return [] }
    return [scalars] + scalars.indices.map { Array(scalars[..<$0] + scalars[($0 + 1)...]) }
  }
}

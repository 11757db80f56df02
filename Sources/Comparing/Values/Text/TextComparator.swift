import Platform
import Records

/// Texts are equal when they are after a loosening: without regard to case, or to spaces.
///
/// Values that are no text are compared exactly. To loosen in several ways at once, normalize
/// first: `normalize = { name = { text.trim, text.lower } }`.
package struct TextComparator: Comparator {
  package enum Loosening: Sendable, CaseIterable {
    /// `luna.compare.nocase()`: case, by Unicode's full case folding and in no particular language: `Straße` equals
    /// `STRASSE`, `ΣΑΣ` equals `σας`. Accents count, and so does the way they are encoded (see `luna.text.nfc`).
    case nocase
    /// `luna.compare.trim()`: white space at both ends, no-break spaces and the rest of Unicode's included.
    case trim
    /// `luna.compare.spaces()`: white space at both ends, and how much of it stands between two words.
    case spaces
  }

  private let loosening: Loosening

  package init(_ loosening: Loosening) { self.loosening = loosening }

  package var summary: String {
    switch loosening {
    case .nocase: "without regard to case"
    case .trim: "without spaces at the ends"
    case .spaces: "without regard to the number of spaces"
    }
  }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    switch loosening {
    case .nocase: old.isEqual(to: new, comparingTexts: CaseFolding.areEqual)
    case .trim: old.isEqual(to: new) { $0.trimmed.isSame(as: $1.trimmed) }
    case .spaces: old.isEqual(to: new) { areEqualButForSpaces($0.trimmed, $1.trimmed) }
    }
  }

  private func areEqualButForSpaces(_ left: BytesView, _ right: BytesView) -> Bool {
    var (mine, theirs) = (0, 0)
    while mine < left.count, theirs < right.count {
      if left[mine] == right[theirs], left[mine].isVisible {
        (mine, theirs) = (mine + 1, theirs + 1)
        continue
      }
      let gap = left.gap(at: mine)
      let otherGap = right.gap(at: theirs)
      guard (gap == mine) == (otherGap == theirs) else { return false }
      if gap == mine {
        guard left[mine] == right[theirs] else { return false }
        (mine, theirs) = (mine + 1, theirs + 1)
      } else {
        (mine, theirs) = (gap, otherGap)
      }
    }
    return mine == left.count && theirs == right.count
  }
}

extension BytesView {
  /// Where the white space that begins at an offset ends: the offset itself if there is none.
  func gap(at offset: Int) -> Int {
    var end = offset
    while end < count, let space = whiteSpace(at: end) { end += space }
    return end
  }
}

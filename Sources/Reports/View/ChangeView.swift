import Comparing
import Patching

/// What the viewer of a recorded result shows and where it stands: which changes pass the filter, which one is selected, what
/// is being typed.
///
/// It knows no terminal: keys go in, ``screen(color:)`` makes lines.
package struct ChangeView {
  /// What the larger part of the screen is.
  package enum Page: Sendable {
    /// The list, and the beginning of the selected change.
    case list
    /// The selected change alone.
    case change
    /// The keys.
    case help
  }

  /// What is being typed on the last line.
  struct Prompt {
    enum Purpose: Character {
      case search = "/"
      case filter = "&"
      case command = ":"
    }

    let purpose: Purpose
    var text = ""
  }

  let document: PatchDocument
  private var reader: PatchDocument.Reader
  /// The kind of every change.
  private let kinds: [Change.Kind]
  /// The kinds that are listed.
  private(set) var shownKinds = Set(Change.Kind.allCases)
  /// What listed changes have to hold; empty for anything.
  private(set) var filter = ""
  /// The numbers of the listed changes.
  package private(set) var rows: [Int32] = []
  /// The place of the selected one among them.
  package var selected = 0
  /// The place of the first one on the screen.
  var top = 0
  /// The first line on the screen of what is below the list, or in its stead.
  var scrolled = 0
  package var page = Page.list
  var prompt: Prompt?
  /// What was searched for last.
  var search = ""
  /// The number that is typed before a key.
  var count: Int?
  /// Said on the last line until a key is pressed.
  var message = ""
  var size = (rows: 24, columns: 80)

  /// - Throws: `PatchError` for what is no change.
  /// - Complexity: O(*n*) for *n* changes.
  package init(_ document: PatchDocument) throws(PatchError) {
    self.document = document
    var reader = document.makeReader()
    var kinds: [Change.Kind] = []
    kinds.reserveCapacity(document.count)
    for number in 0..<document.count { kinds.append(try reader.change(number).kind) }
    self.kinds = kinds
    self.reader = reader
    list()
  }

  /// How many changes there are in all.
  var total: Int { kinds.count }

  /// A listed change, by its place.
  mutating func change(at place: Int) -> ViewedChange? {
    guard rows.indices.contains(place) else { return nil }
    // Every change was read once.
    return (try? reader.change(Int(rows[place]))).map(ViewedChange.init)
  }

  /// Takes the size of the screen.
  package mutating func resize(rows: Int, columns: Int) {
    size = (max(rows, 1), max(columns, 1))
    select(selected)
  }

  // MARK: What is listed

  /// Shows changes of one kind alone, or all of them again.
  mutating func toggle(_ kind: Change.Kind?) {
    let all = Set(Change.Kind.allCases)
    shownKinds = kind.map { shownKinds == [$0] ? all : [$0] } ?? all
    list()
  }

  /// Shows changes that hold a text alone; all, where it is empty.
  mutating func filter(by text: String) {
    filter = text
    list()
  }

  /// Finds what is listed; the selected change stays it, or the next one is.
  private mutating func list() {
    let number = rows.indices.contains(selected) ? rows[selected] : 0
    rows = listed()
    select(rows.firstIndex { $0 >= number } ?? rows.count - 1)
  }

  /// The numbers of the changes that pass the filter.
  private mutating func listed() -> [Int32] {
    let pattern = ViewPattern(filter)
    var numbers: [Int32] = []
    for number in kinds.indices where shownKinds.contains(kinds[number]) {
      if let pattern {
        guard let change = try? reader.change(number), pattern.matches(ViewedChange(change: change))
        else { continue }
      }
      numbers.append(Int32(truncatingIfNeeded: number))
    }
    return numbers
  }

  // MARK: Where it stands

  /// Selects the change at a place, or the nearest there is.
  mutating func select(_ place: Int) {
    let before = selected
    selected = max(0, min(place, rows.count - 1))
    if selected != before { scrolled = 0 }
    let height = max(listHeight, 1)
    top = min(top, selected, max(rows.count - height, 0))
    if selected >= top + height { top = selected - height + 1 }
  }

  /// Selects the next change that holds what was searched for, round the end; says where there is none.
  mutating func find(forward: Bool) {
    guard let pattern = ViewPattern(search) else {
      message = "nothing was searched for yet; / does it"
      return
    }
    for step in 1...max(rows.count, 1) {
      let place = selected + (forward ? step : -step)
      let round = (place % max(rows.count, 1) + rows.count) % max(rows.count, 1)
      guard let change = change(at: round), pattern.matches(change) else { continue }
      if round != place { message = forward ? "from the beginning again" : "from the end again" }
      return select(round)
    }
    message = "'\(search)' is in none of these changes"
  }

  // MARK: How the screen is divided

  /// Lines of the list.
  var listHeight: Int {
    let room = size.rows - 2
    return page == .list && room >= 12 ? max(5, room * 2 / 5) : page == .list ? room : 0
  }

  /// Lines for what is below the list, or in its stead.
  var lowerHeight: Int {
    let room = size.rows - 2
    switch page {
    case .list: return room >= 12 ? room - listHeight - 1 : 0
    case .change, .help: return room
    }
  }
}

package enum ViewKey: Sendable, Equatable {
  case character(Character)
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end, enter, tab, backspace, escape
}

extension ChangeView {
  /// Does what a key asks for.
  ///
  /// - Returns: `false` if the key ends the viewer.
  package mutating func press(_ key: ViewKey) -> Bool {
    message = ""
    if typed != nil {
      type(key)
      return true
    }
    if case .character(let digit) = key, let number = digit.wholeNumberValue, count != nil || number > 0 {
      count = min((count ?? 0) * 10 + number, 99_999_999)
      return true
    }
    defer { count = nil }
    switch key {
    case .control("c"), .character("Q"): return false
    case .character("q") where page == .list: return false
    case .character("?"): if page == .help { leavePage() } else { show(.help) }
    default: pressOnPage(key)
    }
    return true
  }

  private mutating func pressOnPage(_ key: ViewKey) {
    switch page {
    case .list: pressInList(key)
    case .change: pressInChange(key)
    case .findings: pressInFindings(key)
    case .help: _ = scroll(key)
    }
  }

  private mutating func pressInList(_ key: ViewKey) {
    switch key {
    case .enter, .tab, .right, .character("l"): if !rows.isEmpty { show(.change) }
    case .escape, .character("="): list(nil)
    default:
      guard let row = target(of: key, from: selected, of: rows.count, screen: listHeight) else { return act(key) }
      select(row)
    }
  }

  private mutating func pressInChange(_ key: ViewKey) {
    switch key {
    case .enter, .tab: leavePage()
    default: if !scroll(key) { act(key) }
    }
  }

  private mutating func pressInFindings(_ key: ViewKey) {
    switch key {
    case .enter, .tab, .right, .character("l"): listChosen()
    case .character("c"): copyCommand()
    case .character("a"): accept(.finding(chosen + 1))
    case .character("q"), .escape, .left, .character("h"): leavePage()
    default: if let number = target(of: key, from: chosen, of: findings.count, screen: 1) { choose(number) }
    }
  }

  /// Does what a key asks for in the list and in a change.
  private mutating func act(_ key: ViewKey) {
    switch key {
    case .character("]"): select(selected + (count ?? 1))
    case .character("["): select(selected - (count ?? 1))
    case .character("/"): typed = ""
    case .character("n"): find(forward: true)
    case .character("N"): find(forward: false)
    case .character("F"): showFindings()
    case .character("a"): accept(.changes([number(at: selected)].compactMap(\.self)))
    case .character("A"): accept(.changes(rows.indices.compactMap(number)))
    case .character("U"): undo()
    default: break
    }
  }

  // MARK: Moving

  /// Scrolls a page, or leaves it.
  ///
  /// - Returns: `false` if the key does neither.
  private mutating func scroll(_ key: ViewKey) -> Bool {
    switch key {
    case .character("q"), .escape, .left, .character("h"): leavePage()
    default:
      let last = lowerLines(width: size.columns).count - lowerHeight
      guard let line = target(of: key, from: scrolled, of: last + 1, screen: lowerHeight) else { return false }
      scrolled = line
    }
    return true
  }

  /// The index that a key moves to, within a number of items; `nil` for other keys.
  private func target(of key: ViewKey, from place: Int, of items: Int, screen: Int) -> Int? {
    let times = count ?? 1
    let index: Int
    switch key {
    case .down, .character("j"): index = place + times
    case .up, .character("k"): index = place - times
    case .pageDown, .character(" "), .control("f"): index = place + times * max(screen - 1, 1)
    case .pageUp, .character("b"), .control("b"): index = place - times * max(screen - 1, 1)
    case .character("d"), .control("d"): index = place + max(screen / 2, 1)
    case .character("u"), .control("u"): index = place - max(screen / 2, 1)
    case .home, .character("g"): index = (count ?? 1) - 1
    case .end, .character("G"): index = (count ?? items) - 1
    default: return nil
    }
    return max(0, min(index, items - 1))
  }

  // MARK: Searching

  private mutating func type(_ key: ViewKey) {
    switch key {
    case .character(let character): typed?.append(character)
    case .control("u"): typed = ""
    case .backspace: if typed?.popLast() == nil { typed = nil }
    case .escape, .control("c"): typed = nil
    case .enter:
      if let typed, !typed.isEmpty { search = typed }
      typed = nil
      find(forward: true)
    default: break
    }
  }
}

import Comparing

extension ChangeView {
  struct Prompt {
    enum Purpose: Character {
      case search = "/"
      case filter = "&"
      case command = ":"
      /// Whether the rules that were taken are written, before it ends.
      case leaving = "?"
      /// Where they are written to then.
      case naming = "»"
      /// Why a difference is accepted.
      case reason = "…"

      /// What stands before what is typed.
      var words: String {
        switch self {
        case .search, .filter, .command: String(rawValue)
        case .leaving: "write rules to"
        case .naming: "write rules to (Esc: stay):"
        case .reason: "why (Esc: do not accept):"
        }
      }
    }

    let purpose: Purpose
    var text = ""

    /// What stands behind what is typed.
    var choices: String { purpose == .leaving ? "?  Enter: yes  q Esc: no, leave  e: other name  h: stay" : "" }
  }

  /// Does what a key asks for; `false` ends the viewer.
  package mutating func press(_ key: ViewKey) -> Bool {
    (message, hasBegun) = ("", true)
    if prompt != nil { return type(key) }
    if case .character(let digit) = key, let number = digit.wholeNumberValue, count != nil || number > 0 {
      count = min((count ?? 0) * 10 + number, 99_999_999)
      return true
    }
    defer { count = nil }
    switch page {
    case .list: return pressInList(key)
    case .findings, .proposals, .acceptable: return pressInChoice(key)
    case .change, .help, .reasons: return pressInPage(key)
    }
  }

  private mutating func pressInList(_ key: ViewKey) -> Bool {
    switch key {
    case .character("q"), .character("Q"): return leave()
    case .control("c"): return false
    case .enter, .tab, .right, .character("l"): open()
    case .escape: if isFiltered { showAll() }
    case .left, .character("h"): break
    default: move(key)
    }
    return true
  }

  private mutating func open() {
    guard !rows.isEmpty else { return }
    page = .change
    scrolled = 0
  }

  private mutating func showAll() {
    filter(by: nil)
    filter(by: "")
    toggle(nil)
    if hidesAccepted { toggleAccepted() }
  }

  private mutating func move(_ key: ViewKey) {
    let steps = count ?? 1
    switch key {
    case .down, .character("j"), .character("e"), .control("n"), .control("e"), .character("]"):
      select(selected + steps)
    case .up, .character("k"), .character("y"), .control("p"), .control("y"), .character("["): select(selected - steps)
    case .pageDown, .character(" "), .character("f"), .control("f"): turn(by: steps * max(listHeight - 1, 1))
    case .pageUp, .character("b"), .control("b"): turn(by: -steps * max(listHeight - 1, 1))
    case .character("d"), .control("d"): turn(by: max(listHeight / 2, 1))
    case .character("u"), .control("u"): turn(by: -max(listHeight / 2, 1))
    default: jump(key)
    }
  }

  private mutating func turn(by lines: Int) {
    top = max(0, min(top + lines, rows.count - listHeight))
    select(selected + lines)
  }

  private mutating func jump(_ key: ViewKey) {
    switch key {
    case .home, .character("g"), .character("<"): select((count ?? 1) - 1)
    case .end, .character("G"): select((count ?? rows.count) - 1)
    case .character("n"): find(forward: true)
    case .character("N"): find(forward: false)
    case .character("/"): prompt = Prompt(purpose: .search)
    case .character("&"): prompt = Prompt(purpose: .filter)
    case .character(":"): prompt = Prompt(purpose: .command)
    case .character("?"), .character("H"): showHelp()
    case .character("="): showAll()
    case .character("!"): toggleAccepted()
    case .character("w"), .character("a"), .character("A"), .character("c"), .character("U"), .character("F"): ask(key)
    case .character(let sign):
      if let kind = Change.Kind.allCases.first(where: { "\($0.mark)" == String(sign) }) { toggle(kind) }
    default: break
    }
  }

  private mutating func pressInPage(_ key: ViewKey) -> Bool {
    let steps = count ?? 1
    switch key {
    case .control("c"): return false
    case .character("Q"): return leave()
    case .character("q"), .escape, .left, .character("h"), .enter, .tab: leavePage()
    case .down, .character("j"), .character("e"), .control("n"), .control("e"): scroll(by: steps)
    case .up, .character("k"), .character("y"), .control("p"), .control("y"): scroll(by: -steps)
    case .pageDown, .character(" "), .character("f"), .control("f"): scroll(by: lowerHeight - 1)
    case .pageUp, .character("b"), .control("b"): scroll(by: 1 - lowerHeight)
    case .character("d"), .control("d"): scroll(by: lowerHeight / 2)
    case .character("u"), .control("u"): scroll(by: -lowerHeight / 2)
    case .home, .character("g"): scrolled = 0
    case .end, .character("G"): scroll(by: .max / 2)
    case .character("?"): page == .help ? leavePage() : showHelp()
    default: if page == .change { leaf(key) }
    }
    return true
  }

  private mutating func leaf(_ key: ViewKey) {
    switch key {
    case .character("]"), .character("J"), .character("}"): select(selected + (count ?? 1))
    case .character("["), .character("K"), .character("{"): select(selected - (count ?? 1))
    case .character("n"): find(forward: true)
    case .character("N"): find(forward: false)
    case .character("/"): prompt = Prompt(purpose: .search)
    case .character(":"): prompt = Prompt(purpose: .command)
    default: ask(key)
    }
  }

  mutating func showHelp() {
    (pageBehindHelp, page, scrolled) = (page, .help, 0)
  }

  /// Goes back to the list; from reasons to the change that was looked at, and from help to where it was asked for.
  private mutating func leavePage() {
    if page == .help {
      (page, scrolled) = (pageBehindHelp, 0)
      return [.findings, .proposals, .acceptable].contains(page) ? choose(answer.chosen) : select(selected)
    }
    let isBack = page != .change && pageBehind == .change
    close()
    if isBack { page = .change }
  }

  mutating func close() {
    page = .list
    scrolled = 0
    select(selected)
  }

  private mutating func scroll(by lines: Int) {
    scrolled = max(0, min(scrolled + lines, lowerLines(width: size.columns).count - lowerHeight))
  }

  /// Answers whether to write what would be lost; no letter is the beginning of a name, and other keys do nothing.
  private mutating func answerLeaving(_ key: ViewKey, _ path: String) -> Bool {
    switch key {
    case .enter, .character("y"): return enter()
    case .character("q"), .character("Q"), .character("n"), .escape, .control("c"): return false
    case .character("e"): prompt = Prompt(purpose: .naming, text: path)
    case .character("h"), .left, .backspace: prompt = nil
    default: break
    }
    return true
  }

  private mutating func type(_ key: ViewKey) -> Bool {
    if let prompt, prompt.purpose == .leaving { return answerLeaving(key, prompt.text) }
    switch key {
    case .character(let character): prompt?.text.append(character)
    case .control("u"): prompt?.text = ""
    case .backspace: if prompt?.text.popLast() == nil, prompt?.purpose != .reason { prompt = nil }
    case .escape, .control("c"):
      waiting = nil
      prompt = nil
    case .enter: return enter()
    default: break
    }
    return true
  }

  private mutating func enter() -> Bool {
    guard let typed = prompt else { return true }
    prompt = nil
    switch typed.purpose {
    case .search:
      if !typed.text.isEmpty { search = typed.text }
      if answer.choices.isEmpty || page == .list || page == .change { find(forward: true) } else { findChoice() }
    case .filter:
      filter(by: typed.text)
      if rows.isEmpty { message = "no change holds '\(typed.text)'; Esc shows all" }
    case .command: return command(typed.text.trimmed)
    case .leaving, .naming: return !write(to: typed.text.trimmed)
    case .reason: acceptWaiting(typed.text.trimmed)
    }
    return true
  }

  private mutating func command(_ text: String) -> Bool {
    if text == "q!" { return false }
    if ["q", "quit", "qa", "x"].contains(text) { return leave() }
    if text == "w" || text == "w!" || text.hasPrefix("w ") || text.hasPrefix("w! ") {
      let path = text.drop { $0 != " " }.drop { $0 == " " }
      _ = write(to: (text.hasPrefix("w!") ? "!" : "") + path)
      return true
    }
    if let number = Int(text) {
      select(number - 1)
    } else if text == "$" {
      select(rows.count - 1)
    } else if !text.isEmpty {
      message = "no such command: \(text); there are :q, :w and :NUMBER"
    }
    return true
  }
}

extension ChangeView {
  /// What is typed, asked or said, whole, on as many lines as it takes; else what is listed, and how to get help.
  var lastLines: [ViewLine] {
    if let prompt {
      let gap = prompt.purpose.words.count > 1 && !prompt.text.isEmpty ? " " : ""
      let text = DisplayText("\(prompt.purpose.words)\(gap)\(prompt.text)\(prompt.choices)")
      return text.lines(of: size.columns - 1).map { ViewLine($0) }
    }
    let place = count.map(String.init) ?? place
    let room = max(size.columns - DisplayText(place).width - 4, 1)
    var lines = message.isEmpty ? [listing(within: room)] : ViewAnswer.lines(of: message, size.columns - 2)
    // The place stands behind the last line, or below it; and so do keys, for whoever has pressed none yet.
    let hasRoom = lines.last.map { line in
      DisplayText(line).width <= room
        && (hasBegun || message.isEmpty || keys(behind: line, within: room).count > line.count)
    }
    if hasRoom != true { lines.append("") }
    return lines.enumerated().map { row, words in
      var line = ViewLine(" ")
      line.add(DisplayText(words).text(within: size.columns - 2), message.isEmpty ? .dim : .bold)
      guard row == lines.count - 1 else { return line }
      if !message.isEmpty { line.add(String(keys(behind: words, within: room).dropFirst(words.count)), .dim) }
      line.fill(to: size.columns - DisplayText(place).width - 1)
      line.add(place)
      return line
    }
  }

  private var place: String {
    let isChoice = [.findings, .proposals, .acceptable].contains(page)
    let (number, count) = isChoice ? (answer.chosen, answer.choices.count) : (selected, rows.count)
    return count == 0 ? "0 of 0" : "\(Grouped.number(number + 1)) of \(Grouped.number(count))"
  }

  /// What is listed, where that is not everything, and the keys that are needed first, as many as fit.
  private func listing(within room: Int) -> String {
    var words: [String] = []
    guard [.list, .change].contains(page) else { return keys(behind: "", within: room) }
    if shownKinds.count == 1, let kind = shownKinds.first { words.append("\(kind.rawValue) alone") }
    if !filter.isEmpty { words.append("with '\(filter)'") }
    if let finding { words.append("by '\(DisplayText(finding.line).text(within: max(12, room - Self.roomOfKeys)))'") }
    if hidesAccepted { words.append("not accepted") }
    return keys(behind: words.joined(separator: " · "), within: room)
  }

  /// How much room the keys have beside what many changes have in common.
  private static let roomOfKeys = 40

  /// The keys of the page behind what is said already, as many as there is room for.
  private func keys(behind words: String, within room: Int) -> String {
    var line = words
    for (number, key) in keys.enumerated() {
      let longer = line + (line.isEmpty ? "" : number == 0 ? " · " : "  ") + key
      guard DisplayText(longer).width <= room else { break }
      line = longer
    }
    return line
  }
}

extension ChangeView {
  /// The keys of the page, those that are needed first before others.
  var keys: [String] {
    let ofInputs = reviewer == nil ? [] : ["w why", "a rules", "A accept"]
    return switch page {
    case .list where total == 0: ["? keys", "q leaves"]
    case .list where finding != nil && reviewer != nil:
      ["= lists all", "a rules", "? keys", "w why", "A accept", "F findings", "q leaves"]
    case .list:
      (isFiltered ? ["= lists all"] : []) + ["? keys"]
        + (reviewer == nil ? ["Enter opens", "F findings"] : ofInputs + ["F findings"]) + ["/ searches", "q leaves"]
    case .change: ["? keys"] + ofInputs + ["] next", "[ previous", "q back"]
    case .help, .reasons: (hasMore ? ["Space shows more"] : []) + ["q back"]
    case .findings: ["j k choose"] + listable[answer.chosen].keys + ofInputs.dropFirst() + ["q back"]
    case .proposals, .acceptable: ["j k choose", "Enter accepts", "q back"]
    }
  }

  /// Whether more of the page stands below what is seen.
  private var hasMore: Bool {
    let lines = page == .help ? helpLines(width: size.columns) : answer.lines(width: size.columns)
    return scrolled + lowerHeight < lines.count
  }

  /// What whoever has both inputs can ask for.
  private static let helpOfInputs = """
    WITH BOTH INPUTS, as in lunadiff view OLD NEW

    F            what many changes have in common; there, a has rules for it
    a            rules that hide it, each with all that it hides; Enter takes one
    U            take back what was accepted last
    w            why the change is one; ≈ stands between what rules make equal
    A            accept it as it is: it is written down, and does not count again
    c            choose what of it is accepted, or all that are listed, and why
    :w RULES     write the rules, and a test of them; :w! over a file
    """

  private static let help = """
    KEYS

    j  ↓         next change                  k  ↑       previous change
    Space  ^F    a screen on                  b  ^B      a screen back
    d  ^D        half a screen on             u  ^U      half a screen back
    g  Home      first change                 G  End     last change
    42G  :42     the 42nd change              5j         five changes on

    Enter  l     this change alone            q  h  Esc  back to the list
    ]  J         the next one there           [  K       the previous one there

    /text        search names and values      n  N       next, previous match
    &text        list only what holds it      &  Enter   list all again
    ~  -  +  >   list only updated, deleted, inserted, moved changes; again: all
    F            what many changes have in common; Enter lists these alone
    !            list only what is not accepted; again: all
    =  Esc       list all

    ?            these keys, on every page    q  :q      leave, from the list

    Without a capital letter, the case of letters means nothing in a search.
    """

  /// Where the second of two keys on a line begins, how wide it is, and where it is said what the first does.
  private static let (second, secondKey, said) = (42, 11, 13)

  /// The lines of help, what is needed first before; in a narrow terminal with one key each, and broken between words.
  func helpLines(width: Int) -> [ViewLine] {
    let parts = reviewer == nil ? [Self.help, Self.helpOfInputs] : [Self.helpOfInputs, Self.help]
    return parts.joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      guard line.count + 2 > width else { return [ViewLine("  \(line)")] }
      guard line.dropFirst(Self.second - 2).hasPrefix("  ") else {
        return Self.lines(ofKey: String(line), width: width)
      }
      let other = line.dropFirst(Self.second)
      let gap = String(repeating: " ", count: Self.said - Self.secondKey)
      return [
        String(line.prefix(Self.second)).trimmed,
        "\(other.prefix(Self.secondKey))\(gap)\(other.dropFirst(Self.secondKey))",
      ]
      .flatMap { Self.lines(ofKey: $0, width: width) }
    }
  }

  private static func lines(ofKey text: String, width: Int) -> [ViewLine] {
    let indent = text.count + 2 > width && text.dropFirst(said - 1).hasPrefix(" ") ? said : 0
    let words = String(text.dropFirst(indent)).wrapped(to: max(width - indent - 2, 1)).split(separator: "\n")
    return words.enumerated().map { row, part in
      var line = ViewLine("  " + text.prefix(row == 0 ? indent : 0))
      line.fill(to: indent + 2)
      line.add(String(part).trimmed)
      line.cut(to: width)
      return line
    }
  }
}

extension String {
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

import CEdit
import Platform
import Records
import Scripting

/// Lines typed at a terminal, and what was typed in earlier sessions.
final class TypedLines {
  private let editor: LineEditor
  private let history = HistoryFile.standard

  init(complete: @escaping (String) -> ReplCompletion?) throws {
    editor = try LineEditor(complete: complete)
    for chunk in history.load() { editor.remember(chunk) }
  }

  func read(prompt: String) -> ReplLine {
    let line = editor.read(prompt: prompt)
    switch line {
    case .line: break
    case .cancelled: Descriptor.standardOutput.show("^C\n")
    case .ended: Descriptor.standardOutput.show("\n")
    }
    return line
  }

  /// Reads a line that is remembered by itself.
  func readOne(prompt: String) -> ReplLine {
    let line = read(prompt: prompt)
    if case .line(let text) = line { remember([text]) }
    return line
  }

  func remember(_ lines: [String]) {
    let chunk = lines.joined(separator: "\n")
    guard chunk.contains(where: { !$0.isWhitespace }) else { return }
    editor.remember(chunk)
    history.append(chunk)
  }
}

struct PipedLines {
  let console: ReplConsole
  let echoes: Bool

  func read(prompt: String) -> ReplLine {
    guard !console.isClosed, let line = readLine() else { return .ended }
    if echoes { console.show(.text(prompt + line + "\n")) }
    return .line(line)
  }
}

/// What was typed in earlier sessions: a chunk a line, with `\n` and `\\` inside it.
///
/// Every session appends, so that several at once lose nothing. Where the file cannot be used there is no history.
struct HistoryFile {
  /// The file; `nil` if there is no place for it.
  let path: String?
  private static let kept = 1000

  /// The user's own: `$XDG_STATE_HOME/lunadiff/history`, else `~/.local/state/lunadiff/history`.
  static var standard: HistoryFile {
    let base = Environment.variable("XDG_STATE_HOME") ?? Environment.variable("HOME").map { "\($0)/.local/state" }
    return HistoryFile(path: base.map { "\($0)/lunadiff/history" })
  }

  /// The last chunks, the oldest first; a file that has become long is cut.
  func load() -> [String] {
    guard let path else { return [] }
    let bytes: [UInt8]
    do { bytes = try TextFile.read(path) } catch { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\n").map { String($0) }
    let last = Array(lines.suffix(Self.kept))
    if lines.count > 2 * Self.kept { write(last, O_TRUNC) }
    return last.map(Self.unescaped)
  }

  func append(_ chunk: String) {
    guard let path else { return }
    makeDirectories(to: path)
    write([Self.escaped(chunk)], O_APPEND)
  }

  static func escaped(_ chunk: String) -> String {
    String(
      chunk.flatMap { character -> [Character] in
        switch character {
        case "\\": ["\\", "\\"]
        case "\n": ["\\", "n"]
        default: [character]
        }
      })
  }

  static func unescaped(_ line: String) -> String {
    var text = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        text.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  private func write(_ lines: [String], _ mode: Int32) {
    guard let path else { return }
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o600)
    guard number >= 0 else { return }
    defer { close(number) }
    Descriptor(number: number, name: path).show(lines.map { $0 + "\n" }.joined())
  }

  private func makeDirectories(to path: String) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(path.utf8.prefix(index)) ?? "", 0o700)
    }
  }
}

/// Lines typed at a terminal, with libedit's editing, history and completion; one at a time, on one thread.
final class LineEditor {
  private let editor: OpaquePointer
  private let history: OpaquePointer?
  /// The prompt as C's text, for libedit asks for it again and again.
  private var prompt: UnsafeMutablePointer<CChar>?
  /// How the text before the cursor may go on.
  fileprivate let complete: (String) -> ReplCompletion?
  /// The last word that had several ways to go on: asked for again, they are shown.
  fileprivate var ambiguous: String?

  init(complete: @escaping (String) -> ReplCompletion?) throws {
    Self.useUTF8()
    guard let editor = edit_open("lunadiff") else {
      throw CommandError("this terminal cannot be used", hint: "pipe the lines into lunadiff repl")
    }
    self.editor = editor
    self.complete = complete
    edit_use_emacs_keys(editor)
    edit_handle_signals(editor)
    history = edit_open_history(editor, 1000)
    edit_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    edit_set_prompt(editor) { LineEditor.client(of: $0)?.prompt }
    edit_add_function(editor, "lunadiff-complete", "Complete the word") { editor, _ in
      UInt8(truncatingIfNeeded: LineEditor.client(of: editor)?.completeWord() ?? CC_ERROR)
    }
    bindKeys()
  }

  deinit {
    if let history { history_end(history) }
    el_end(editor)
    free(prompt)
  }

  private func bindKeys() {
    edit_bind(editor, "^I", "lunadiff-complete")
    edit_bind(editor, "^R", "em-inc-search-prev")
    edit_bind(editor, "^W", "ed-delete-prev-word")
    el_source(editor, nil)
  }

  /// Typed text is UTF-8, as everything else is, whatever the locale is.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    if let name = nl_langinfo(Int32(CODESET)).map({ String(cString: $0) }), name == "UTF-8" { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// Reads a line: Ctrl-C cancels it; there are no more after Ctrl-D, and where the terminal has gone.
  func read(prompt text: String) -> ReplLine {
    free(prompt)
    prompt = strdup(text)
    ambiguous = nil
    var count: Int32 = 0
    guard let line = el_gets(editor, &count), count > 0 else {
      el_reset(editor)
      return count < 0 && errno == EINTR ? .cancelled : .ended
    }
    var words = String(cString: line)
    if words.last == "\n" { words.removeLast() }
    return .line(words)
  }

  func remember(_ chunk: String) { if let history { edit_add_history(history, chunk) } }

  private static func client(of editor: OpaquePointer?) -> LineEditor? {
    edit_client(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension LineEditor {
  /// Puts in what all ways to go on have in common; the second time shows them.
  fileprivate func completeWord() -> Int32 {
    guard let line = el_line(editor)?.pointee, let start = line.buffer else { return CC_ERROR }
    let typed = BytesView(start: start, count: line.cursor - start)
    guard let completion = complete(String(decoding: typed, as: UTF8.self)), !completion.candidates.isEmpty else {
      return CC_ERROR
    }
    if !completion.common.isEmpty {
      el_insertstr(editor, completion.common)
      ambiguous = nil
      return CC_REFRESH
    }
    guard completion.candidates.count > 1 else { return CC_NORM }
    guard ambiguous == completion.word else {
      ambiguous = completion.word
      return CC_REFRESH_BEEP
    }
    showCandidates(completion.candidates)
    return CC_REDISPLAY
  }

  private func showCandidates(_ candidates: [String]) {
    let names = candidates.map(\.visibleName)
    let widest = (names.map(\.count).max() ?? 0) + 2
    let columns = max(1, (Terminal.width(.standardOutput) ?? 80) / widest)
    var text = "\n"
    for (index, name) in names.enumerated() {
      let isLast = index % columns == columns - 1 || index == names.count - 1
      text += isLast ? name + "\n" : name + String(repeating: " ", count: widest - name.count)
    }
    Descriptor.standardOutput.show(text)
  }
}

extension String {
  fileprivate var visibleName: String {
    String(map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "?" : $0 })
  }
}

import CEdit
import Platform
import Scripting

/// Lines typed at a terminal, with libedit's editing, history and completion.
///
/// One at a time, on one thread.
final class LineEditor {
  private let editor: OpaquePointer
  private let history: OpaquePointer?
  /// The prompt as C's text, for libedit asks for it again and again.
  private var prompt: UnsafeMutablePointer<CChar>?
  /// How the text before the cursor may go on.
  fileprivate let complete: (String) -> ReplCompletion?
  /// The last word that had several ways to go on: asked for again, they are shown.
  fileprivate var ambiguous: String?

  /// Prepares the terminal's line.
  ///
  /// - Throws: `CommandError` where libedit cannot use the terminal.
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
    if let name = nl_langinfo(Int32(CODESET)).map({ String(cString: $0) }), name == "UTF-8" {
      return
    }
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

  /// Makes a chunk the newest of the history.
  func remember(_ chunk: String) {
    if let history { edit_add_history(history, chunk) }
  }

  private static func client(of editor: OpaquePointer?) -> LineEditor? {
    edit_client(editor).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension LineEditor {
  /// Puts in what all ways to go on have in common; the second time shows them.
  fileprivate func completeWord() -> Int32 {
    guard let line = el_line(editor)?.pointee, let start = line.buffer else { return CC_ERROR }
    let typed = BytesView(start: start, count: line.cursor - start)
    guard let completion = complete(String(decoding: typed, as: UTF8.self)),
      !completion.candidates.isEmpty
    else { return CC_ERROR }
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
    let names = candidates.map { VisibleName.text($0) }
    let widest = (names.map(\.count).max() ?? 0) + 2
    let columns = max(1, (Terminal.width(.standardOutput) ?? 80) / widest)
    var text = "\n"
    for (index, name) in names.enumerated() {
      let isLast = index % columns == columns - 1 || index == names.count - 1
      text += isLast ? name + "\n" : name + String(repeating: " ", count: widest - name.count)
    }
    // If the terminal is gone, the next read of a line fails.
    try? StandardOutput.print(text)
  }
}

/// Names from files, safe to print.
private enum VisibleName {
  static func text(_ name: String) -> String {
    String(
      name.map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "?" : $0 })
  }
}

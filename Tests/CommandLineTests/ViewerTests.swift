import Foundation
import TestSupport
import Testing

/// The viewer at a terminal that tmux makes.
@Suite(.enabled(if: Installed.has("tmux"), "tmux is not installed"))
struct ViewerTests {
  /// Runs a script with a server of tmux of its own, whose terminal runs `command` and stays until it is looked at.
  private func inTerminal(
    _ command: String, size: (columns: Int, rows: Int) = (80, 24), _ steps: String
  ) async throws -> String {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,name\n1,Saw\n2,漢字\n3,Vise\n", to: "old.csv")
    try lunadiff.directory.write("id,name\n1,Axe\n2,漢語\n4,Awl\n", to: "new.csv")
    let result = try await lunadiff.shell(
      """
      trap 't kill-server 2>/dev/null' EXIT
      lunadiff old.csv new.csv -k id -f json -o result.json
      # A path of a socket has to be short, which that of the directory need not be.
      t() { tmux -S socket -f /dev/null "$@"; }
      screen() { t capture-pane -p; }
      # Until the screen has a text, or has it no more.
      until_seen() { until screen | grep -qF -- "$1"; do sleep 0.05; done; }
      until_gone() { while screen | grep -qF -- "$1"; do sleep 0.05; done; }
      cat >run.sh <<'END'
      stty -a | grep -o -- '-\\?icanon' >before
      \(command)
      echo "status $?"
      stty -a | grep -o -- '-\\?icanon' >after
      cmp before after && echo "as it was"
      cat
      END
      t new-session -d -x \(size.columns) -y \(size.rows) 'sh run.sh'
      \(steps)
      screen
      """, timeLimit: .seconds(300))
    #expect(result.errorText == "")
    return result.outputText
  }

  @Test("changes are listed, one is opened, and the terminal is as it was")
  func walk() async throws {
    let shown = try await inTerminal(
      "lunadiff view result.json",
      """
      until_seen 'Saw → Axe'; screen >first
      t send-keys j Enter; until_seen 'q back'; until_seen '漢字 → 漢語'; t send-keys q
      until_seen 'q leaves'; t send-keys q; until_seen 'as it was'; cat first
      """)
    #expect(shown.contains("old.csv → new.csv"))
    #expect(shown.contains("2 updated  1 deleted  1 inserted"))
    #expect(shown.contains("▌~ 1"))
    #expect(shown.contains("status 0"))
  }

  @Test("typed text is searched for; help lists the keys")
  func typing() async throws {
    _ = try await inTerminal(
      "lunadiff view result.json",
      """
      until_seen 'Saw → Axe'; t send-keys / 語 Enter; until_seen '▌~ 2'
      t send-keys '?'; until_seen 'previous match'; t send-keys q q; until_seen 'status 0'
      """)
  }

  /// Prices of which one column was rounded, and one was changed besides.
  private let prices = """
    seq 1 30 | awk 'BEGIN { print "id,price,stock,note" } { printf "%d,%d.%02d%d,%d,x\\n", $1, $1, $1 % 90, 1 + $1 % 4, $1 }' >a.csv
    seq 1 30 | awk 'BEGIN { print "id,price,stock,note" }
      { printf "%d,%.2f,%d,x\\n", $1, $1 + ($1 % 90) / 100, $1 == 7 ? 70 : $1 }' >b.csv
    """

  @Test("two inputs: findings, the changes of one, its command")
  func review() async throws {
    let shown = try await inTerminal(
      "\(prices)\nlunadiff view a.csv b.csv -k id --reason May", size: (100, 24),
      """
      t set-option -s set-clipboard on
      until_seen '30 updated'; until_seen 'a accept'; t send-keys F; until_seen 'differ in rounding'; screen >findings
      t send-keys c; until_seen 'copied: lunadiff learn a.csv b.csv -k id -o rules.lua'; t show-buffer >buffer
      t send-keys Enter; until_seen "by 'price"; t send-keys =; until_gone "by 'price"
      t send-keys q; until_seen 'status 0'; cat findings buffer
      """)
    #expect(shown.contains("\n      lunadiff learn a.csv b.csv -k id -o rules.lua\n"), "\(shown)")
    #expect(shown.contains("\nlunadiff learn a.csv b.csv -k id -o rules.lua"), "\(shown)")
    #expect(shown.contains("note: copied: lunadiff learn a.csv b.csv -k id -o rules.lua\n"), "\(shown)")
    #expect(shown.contains("as it was"))
  }

  @Test("changes are accepted into a file, one by one and all that are listed; a step is taken back")
  func accepting() async throws {
    let shown = try await inTerminal(
      "\(prices)\nlunadiff view a.csv b.csv -k id --accept known.jsonl --reason May",
      """
      until_seen '30 updated'; t send-keys a; until_seen '1 accepted'; until_seen '2 of 30'; screen >first; cp known.jsonl one.jsonl
      t send-keys U; until_gone '1 accepted'; test -e known.jsonl || echo 'gone again'
      t send-keys A; until_seen '30 accepted'; t send-keys q; until_seen 'status 0'; cat first one.jsonl
      wc -l <known.jsonl; lunadiff a.csv b.csv -k id --accept known.jsonl -q && echo "the same"
      """)
    #expect(shown.contains("1 entry more in known.jsonl · U takes back"), "\(shown)")
    #expect(
      shown.contains(
        #"{"key":["1"],"column":"price","kind":"updated","old":"1.012","new":"1.01","reason":"May"}"#))
    #expect(shown.contains("gone again") && shown.contains("note: 31 entries more in known.jsonl"))
    #expect(shown.contains("\n31\n") && shown.contains("the same"))
  }

  @Test("columns of only one side are marked in the context of a change")
  func alone() async throws {
    let shown = try await inTerminal(
      """
      printf 'id,amount,went\\n1,2.00,x\\n' >a.csv; printf 'id,amount,came\\n1,203,y\\n' >b.csv
      lunadiff view a.csv b.csv -k id
      """,
      "until_seen '2.00 → 203'; screen >first; t send-keys q; until_seen 'as it was'; cat first")
    #expect(shown.contains("came    only in new: y") && shown.contains("went    only in old: x"), "\(shown)")
  }

  @Test("a file that nobody has named is not added to, and without a lasting sign no masked value is accepted")
  func acceptingNowhere() async throws {
    let shown = try await inTerminal(
      """
      \(prices)
      touch accepted.jsonl; lunadiff view a.csv b.csv -k id; lunadiff view a.csv b.csv -k id --mask price --accept m.jsonl
      """, size: (200, 24),
      """
      until_seen '30 updated'; t send-keys a; until_seen 'is there already'; screen >named; t send-keys q
      until_seen '***'; t send-keys a; until_seen 'LUNADIFF_MASK_KEY'; t send-keys q
      until_seen 'status 0'; cat named; test -s accepted.jsonl || test -e m.jsonl || echo 'nothing written'
      """)
    #expect(shown.contains("--accept accepted.jsonl adds to it") && shown.contains("nothing written"))
  }

  @Test("of masked values digests alone are written, under the key of masks; the project's file is the one")
  func acceptingMasked() async throws {
    let shown = try await inTerminal(
      """
      \(prices)
      export LUNADIFF_MASK_KEY=a-long-secret-of-our-own; mkdir -p .lunadiff known
      echo 'return { tables = { ["*.csv"] = { identity = "id", mask = { "price" }, accept = "../known" } } }' >.lunadiff/project.lua
      lunadiff plugins trust >trusted
      lunadiff view a.csv b.csv
      """,
      """
      until_seen '30 updated'; t send-keys a; until_seen '1 accepted'; t send-keys q; until_seen 'status 0'
      cat known/b.csv.jsonl; LUNADIFF_MASK_KEY=a-long-secret-of-our-own lunadiff a.csv b.csv -f summary
      """)
    #expect(shown.contains(#""column":"price","kind":"updated","digest":"hmac:"#) && !shown.contains("1.012"))
    #expect(shown.contains("1 updated accepted, not counted"))
  }

  @Test("the screen follows the size of the window")
  func resizing() async throws {
    _ = try await inTerminal(
      "lunadiff view result.json",
      """
      until_seen 'Saw → Axe'; t resize-window -x 140 -y 40
      until screen | grep -q '─\\{140\\}'; do sleep 0.05; done
      t send-keys q; until_seen 'status 0'
      """)
  }

  @Test("a result from a pipe is shown, and keys come from the terminal")
  func piped() async throws {
    _ = try await inTerminal(
      "lunadiff old.csv new.csv -k id -f jsonl | lunadiff view -",
      "until_seen 'Saw → Axe'; t send-keys G; until_seen '4 of 4'; t send-keys q; until_seen 'status 0'"
    )
  }

  @Test("an input can be a pipe")
  func pipedInput() async throws {
    _ = try await inTerminal(
      "cat old.csv | lunadiff view - new.csv -k id",
      "until_seen 'Saw → Axe'; t send-keys q; until_seen 'status 0'")
  }

  @Test("a signal that ends it leaves the terminal as it was", arguments: ["TERM", "INT", "HUP"])
  func ended(signal: String) async throws {
    _ = try await inTerminal(
      "sh -c 'echo $$ >pid; exec lunadiff view result.json'",
      """
      until [ -s pid ]; do sleep 0.05; done
      until_seen 'Saw → Axe'; kill -\(signal) $(cat pid); until_seen 'as it was'
      """)
  }

  @Test("NO_COLOR takes the colours")
  func colourless() async throws {
    let shown = try await inTerminal(
      "NO_COLOR=1 lunadiff view result.json",
      "until_seen 'Saw → Axe'; t capture-pane -p -e >escapes; t send-keys q; until_seen 'status 0'; cat escapes"
    )
    #expect(!shown.contains("\u{1B}[3"))
  }

  @Test("without a terminal it says what else there is")
  func noTerminal() async throws {
    let lunadiff = try Lunadiff()
    for arguments in [["view", "result.json"], ["view", "-"]] {
      let result = try await lunadiff.run(arguments)
      #expect(result.status == 2)
      #expect(result.errorText.contains("a viewer needs a terminal"))
    }
    let missing = try await lunadiff.run(["view"])
    #expect(missing.errorText.contains("two inputs or a recorded result are needed"))
  }
}

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

  @Test("the rule of a finding about what is inside values stands first, whatever else differs in the record")
  func ruleOfFinding() async throws {
    let shown = try await inTerminal(
      """
      for id in 1 2 3 4 5 6; do echo "{\\"id\\":$id,\\"name\\":\\"$id\\",\\"t\\":{\\"de\\":\\"x\\"}}"; done >a.jsonl
      sed 's/}}/,"hu":"y"}}/; s/"name":"1"/"name":"one"/' a.jsonl >b.jsonl
      lunadiff view a.jsonl b.jsonl -k id
      """,
      """
      until_seen 't.hu: + y'; t send-keys F; until_seen 'explains'; t send-keys a; until_seen 'among them'; screen >rules
      t send-keys q q q; until_seen 'as it was'; cat rules
      """)
    let rules = shown.split(separator: "\n").filter { $0.contains("ignore = {") }
    #expect(rules.first?.contains(#"▌ ignore = { "t.hu" }"#) == true, "\(shown)")
    #expect(rules.count > 1)
  }

  @Test("of a record that differs inside of an object the rule about the place comes before what leaves it out")
  func ruleOfPlace() async throws {
    let shown = try await inTerminal(
      """
      for id in 1 2 3 4 5 6 7 8 9; do echo "{\\"id\\":$id,\\"k\\":{\\"o d\\":\\"ab$id\\",\\"n\\":\\"x$id\\",\\"m\\":\\"q\\"}}"; done >a.jsonl
      sed 's/ab/AB/; s/:"x/:"X/; 1s/"q"/"r"/' a.jsonl >b.jsonl
      lunadiff view a.jsonl b.jsonl -k id
      """,
      """
      until_seen 'k.n: x1'; t send-keys a; until_seen '["k.n"] = luna.text.lower'; screen >rules
      t send-keys q q; until_seen 'as it was'; cat rules
      """)
    let rules = shown.split(separator: "\n").filter { $0.contains(" = ") }
    #expect(rules.first?.contains(#"normalize = { ["k.n"] = luna.text.lower }"#) == true, "\(shown)")
    #expect(rules.contains { $0.contains(#"normalize = { ["k[\"o d\"]"] = luna.text.lower }"#) }, "\(shown)")
    #expect(rules.contains { $0.contains(#"ignore = { "k.n" }"#) }, "\(shown)")
  }

  /// Amounts in other units, of which one differs otherwise; a column with another name; and names, of which half
  /// have blanks behind them now, and one has another letter.
  private let units = """
    seq 1 40 | awk 'BEGIN { print "id,amount,title,name" } { printf "%d,%d.50,t%d,n%d\\n", $1, $1 * 7, $1, $1 }' >a.csv
    seq 1 40 | awk 'BEGIN { print "id,amount,label,name" }
      { printf "%d,%d,%s,%s\\n", $1, $1 * 700 + ($1 == 9 ? 1 : 50), $1 == 8 ? "u" : "t" $1,
        $1 == 1 ? "m1" : $1 % 2 ? "n" $1 : "n" $1 "  " }' >b.csv
    """

  @Test("a finding's own rule stands first, be it about changes or not, and is tested where two records show it")
  func rulesOfFindings() async throws {
    let shown = try await inTerminal(
      "\(units)\nlunadiff view a.csv b.csv -k id", size: (160, 40),
      """
      until_seen '40 updated'; t send-keys a; until_seen 'rules that hide 1'; until_seen 'are hidden'; screen >first; t send-keys q
      until_seen 'F findings'; t send-keys F; until_seen 'explains'; screen >findings
      # The finding of the name is not about changes: Enter leads to its rule, too.
      t send-keys G; until screen | grep -q '▌ label has'; do t send-keys k; sleep 0.1; done
      t send-keys Enter; until_seen '▌ rename = { title = "label" }'; screen >renaming; t send-keys Enter
      until_seen 'U takes back: rename'; t send-keys F; until_seen 'explains'; t send-keys g
      until screen | grep -q '▌ amount: '; do t send-keys j; sleep 0.1; done
      t send-keys a; until_seen '▌ normalize = { amount = { old = luna.text.scale(100) } }'; screen >scaling; t send-keys Enter
      until_seen 'U takes back: normalize'; screen >after; t send-keys q; until_seen 'write rules to'; t send-keys Enter
      until_seen 'status 0'; echo RENAMING; cat renaming; echo SCALING; cat scaling after first; cat rules.lua rules.test.lua
      lunadiff test; lunadiff a.csv b.csv -r rules.lua -f summary
      """)
    #expect(shown.contains("label is compared then: the same in 39 of 40 pairs"), "\(shown)")
    #expect(shown.contains("39 values that differ are hidden"), "\(shown)")
    #expect(!shown.contains("luna.compare.number("), "\(shown)")
    #expect(shown.contains("1 test, all passed") && shown.contains("22 updated, 0 deleted"), "\(shown)")
  }

  @Test("a finding about the key or the order has its rule, and says which pairs there are and what has moved then")
  func keysOfFindings() async throws {
    let shown = try await inTerminal(
      """
      seq 1 60 | awk 'BEGIN { print "id,v,w" } { printf "%d,g%d,%d\\n", $1, $1 / 3, $1 }' >a.csv
      (echo id,v,w; sed 1d a.csv | sed 's/$/0/' | tac) >b.csv; lunadiff view a.csv b.csv -k v
      """, size: (240, 30),
      """
      until_seen '60 updated'; t send-keys F; until_seen 'explains'; t send-keys g a; until_seen '▌ identity = { "v", "id" }'
      until_seen '60 pairs of records then, 40 of them others, and 60 without it'; screen >key; t send-keys Enter
      until_seen 'U takes back: identity'; t send-keys F; until_seen 'explains'; t send-keys g
      until screen | grep -q '▌ .* moved'; do t send-keys j; sleep 0.1; done
      t send-keys a; until_seen '▌ ignore_order = true'; until_seen '59 records have not moved then'; t send-keys Enter
      until_seen 'takes back: ignore_order'; t send-keys q; until_seen 'write rules to'; t send-keys Enter; until_seen 'status 0'
      """)
    #expect(shown.contains("to compare with these rules: lunadiff a.csv b.csv -r rules.lua\n"), "\(shown)")
  }

  @Test("of a record whose key alone is written otherwise it is said which finding has a rule for it")
  func rewrittenKeys() async throws {
    _ = try await inTerminal(
      """
      (echo id,v; seq -f '%03g,a' 1 40) >a.csv; (echo id,v; seq -f '%g,a' 1 40) >b.csv
      lunadiff view a.csv b.csv -k id
      """, size: (80, 24),
      """
      until_seen '40 deleted'; t send-keys a; until_seen 'the record has gone; F: one of the key'; t send-keys q
      until_seen 'status 0'
      """)
  }

  @Test("no rule is proposed that does nothing to the record, and any record that shows a rule is its test")
  func otherRecords() async throws {
    let shown = try await inTerminal(
      "\(units)\nlunadiff view a.csv b.csv -k id --ignore amount",
      """
      until_seen '21 updated'; t send-keys a; until_seen 'rules that hide 1'; until_seen 'hidden'; screen >own; t send-keys q
      until_seen 'F findings'; t send-keys F; until_seen 'explains'; t send-keys g
      until screen | grep -q '▌ name: '; do t send-keys j; sleep 0.1; done
      t send-keys a; until_seen 'rules for: name'; until_seen '20 of 21 changes go, 20 values'; t send-keys Enter
      until_seen '1 updated'; t send-keys q; until_seen 'write rules to'; t send-keys q; until_seen 'status 0'
      echo OWN; cat own; test -e rules.lua || echo nothing written
      """)
    let own = shown.split(separator: "\n").filter { $0.contains("▌") }
    #expect(own.first?.contains("ignore = { \"name\" }") == true, "\(shown)")
    #expect(shown.contains("note: 1 rule not written: normalize = {") && shown.contains("nothing written"), "\(shown)")
  }

  @Test("what is typed filters and searches; help lists the keys")
  func typing() async throws {
    _ = try await inTerminal(
      "lunadiff view result.json",
      """
      until_seen 'Saw → Axe'; t send-keys '~'; until_seen 'updated alone'; until_gone 'Vise'
      t send-keys =; until_seen 'Vise'; t send-keys / 語 Enter; until_seen '▌~ 2'
      t send-keys '?'; until_seen 'previous match'; t send-keys q q; until_seen 'status 0'
      """)
  }

  /// Prices of which one column was rounded, and one was changed besides.
  private let prices = """
    seq 1 30 | awk 'BEGIN { print "id,price,stock,note" } { printf "%d,%d.%02d%d,%d,x\\n", $1, $1, $1 % 90, 1 + $1 % 4, $1 }' >a.csv
    seq 1 30 | awk 'BEGIN { print "id,price,stock,note" }
      { printf "%d,%.2f,%d,x\\n", $1, $1 + ($1 % 90) / 100, $1 == 7 ? 70 : $1 }' >b.csv
    """

  @Test("two inputs: why, findings, a rule is accepted, taken back, accepted again, and written with its test")
  func review() async throws {
    let shown = try await inTerminal(
      "\(prices)\nlunadiff view a.csv b.csv -k id",
      """
      until_seen '30 updated'; t send-keys w; until_seen 'why 1 is updated'; until_seen 'identity'; t send-keys q
      until_seen 'w why'; t send-keys F; until_seen 'differ in rounding'; t send-keys Enter
      until_seen "by 'price"; t send-keys = ; until_gone "by 'price"
      t send-keys a; until_seen 'equal = { price = luna.compare.number(0.005) }'
      until_seen 'this record does not differ any more then'; until_seen '29 of 30 changes go, 30 values'; screen >proposal
      t send-keys Enter; until_seen '1 of 1'; until_seen '29 changes less · U takes back'; t send-keys U; until_seen '7 of 30'
      t send-keys g a; until_seen '29 of 30 changes go'; t send-keys Enter; until_seen '1 of 1'
      t send-keys q; until_seen 'write rules to'; t send-keys Enter; until_seen 'status 0'
      cat proposal rules.lua rules.test.lua; lunadiff test; lunadiff a.csv b.csv -r rules.lua -f summary
      """)
    #expect(shown.contains("equal = {\n") && shown.contains("price = luna.compare.number(0.005),"))
    #expect(shown.contains("identity = \"id\"") && shown.contains("1 test, all passed"))
    #expect(shown.contains("1 updated, 0 deleted, 0 inserted, 0 moved, 29 unchanged"))
    #expect(shown.contains("as it was"))
  }

  @Test("rules that lead to another key are written with it, and on leaving it is said where to and what uses them")
  func otherKey() async throws {
    let shown = try await inTerminal(
      """
      seq 1 60 | awk 'BEGIN { print "number,email,amount" } { printf "A%03d,u%d@x.com,%d\\n", $1, $1, $1 % 7 }' >a.csv
      sed '2,$s/^A/a/; /u1[12]@/s/com/org/' a.csv >b.csv
      lunadiff view a.csv b.csv --reason none
      """, size: (160, 24),
      """
      until_seen '58 updated'; t send-keys a; until_seen 'another key is found then: number'; t send-keys Enter
      until_seen ' 2 updated'; t send-keys A; until_seen '1 entry more'; t send-keys q; until_seen 'write rules to'
      t send-keys Enter; until_seen 'status 0'; cat rules.lua; lunadiff a.csv b.csv -r rules.lua -f summary
      """)
    #expect(shown.contains("identity = \"number\"") && shown.contains("2 updated, 0 deleted, 0 inserted"), "\(shown)")
    #expect(shown.contains("note: wrote rules.lua: 1 rule"), "\(shown)")
    #expect(shown.contains("; to compare with these rules: lunadiff a.csv b.csv -r rules.lua\n"), "\(shown)")
    #expect(shown.contains("note: 1 entry more in accepted.jsonl\n"), "\(shown)")
  }

  @Test("where no record can be a test, the rules alone are written, which is no error")
  func withoutTests() async throws {
    let shown = try await inTerminal(
      """
      seq 1 9 | sed '1i id' >a.csv; { echo id; seq 9 -1 1; } >b.csv
      lunadiff view a.csv b.csv -k id
      """,
      """
      until_seen '8 moved'; t send-keys a; until_seen 'ignore_order = true'; t send-keys Enter
      until_seen 'no record differs'; t send-keys q; until_seen 'write rules to'; t send-keys Enter
      until_seen 'status 0'; cat rules.lua; test -e rules.test.lua || echo 'no test'
      """)
    #expect(shown.contains("ignore_order = true"), "\(shown)")
    #expect(shown.contains("no test\n") && shown.contains("note: wrote rules.lua: 1 rule, and no test: no"), "\(shown)")
  }

  @Test("columns of one side alone are marked, and a tolerance is one of what is compared")
  func aloneAndRuled() async throws {
    let shown = try await inTerminal(
      """
      printf 'id,amount,went\\n1,2.00,x\\n' >a.csv; printf 'id,amount,came\\n1,203,y\\n' >b.csv
      lunadiff view a.csv b.csv -k id --old-normalize 'amount=scale(100)'
      """,
      """
      until_seen '2.00 → 203'; screen >first; t send-keys a; until_seen 'rules that hide'; screen >rules
      t send-keys q q; until_seen 'as it was'; cat first rules
      """)
    #expect(shown.contains("came    only in new: y") && shown.contains("went    only in old: x"), "\(shown)")
    #expect(shown.contains("luna.compare.number(3)"), "\(shown)")
  }

  @Test("an accepted rule is written beside those of -r, and no file is written over without being told to")
  func reviewOver() async throws {
    let shown = try await inTerminal(
      "\(prices)\necho 'return { identity = \"id\", ignore = \"price\" }' >base.lua\n"
        + "lunadiff view a.csv b.csv -r base.lua -o more.lua",
      """
      until_seen '1 updated'; t send-keys a; until_seen 'equal = { stock'; t send-keys G; until_seen 'ignore = { "stock" }'
      t send-keys Enter; until_seen 'no record differs'; t send-keys : 'w base.lua' Enter; until_seen 'is there already'
      t send-keys : 'w more' Enter; until_seen 'wrote more.lua: 1 rule, and more.test.lua: 1 test'
      t send-keys q; until_seen 'status 0'
      cat more.lua; lunadiff test more.test.lua; lunadiff a.csv b.csv -r more.lua -q && echo the same
      """)
    #expect(shown.contains("require \"base\"") && shown.contains("1 test, all passed") && shown.contains("the same"))
  }

  @Test("where the file of -o is there it is said at once, and another one is proposed that is not")
  func thereAlready() async throws {
    let shown = try await inTerminal(
      "\(prices)\necho 'return {}' >there.lua; touch there-2.test.lua\nlunadiff view a.csv b.csv -k id -o there.lua",
      """
      until_seen 'there.lua is there already: rules are written to there-3.lua, or'; until_seen '? keys'
      t send-keys a; until_seen '29 of 30 changes go'; t send-keys Enter; until_seen '1 of 1'; t send-keys q
      until_seen 'write rules to there-3.lua?'; t send-keys Enter; until_seen 'status 0'; cat there.lua
      """)
    #expect(shown.contains("return {}\n") && shown.contains("note: wrote there-3.lua: 1 rule"), "\(shown)")
  }

  @Test("changes are accepted into a file, whole, by value and all that are listed; one is taken back")
  func accepting() async throws {
    let shown = try await inTerminal(
      "\(prices)\nlunadiff view a.csv b.csv -k id --accept known.jsonl --reason May",
      """
      until_seen '30 updated'; t send-keys A; until_seen '1 accepted'; until_seen '2 of 30'; screen >first; cp known.jsonl one.jsonl
      t send-keys U; until_gone '1 accepted'; test -e known.jsonl || echo 'gone again'
      t send-keys 7G c; until_seen '7 as it is: all 2 differences'; until_seen '7, whatever happens to it'; screen >choices
      t send-keys j j Enter; until_seen 'why (Esc'; t send-keys C-u counted Enter; until_seen 'accepted in stock, and counts'
      t send-keys '&stock' Enter; until_seen '1 of 1'; t send-keys A; until_seen '1 accepted'; t send-keys '!'; until_seen 'no change is listed'
      t send-keys =; until_seen '30'; t send-keys c G Enter; until_seen 'why'; t send-keys Enter; until_seen '30 accepted'
      t send-keys q; until_seen 'status 0'; cat first one.jsonl choices
      grep stock known.jsonl; wc -l <known.jsonl; lunadiff a.csv b.csv -k id --accept known.jsonl -q && echo "the same"
      """)
    #expect(shown.contains("1 change less · 1 entry more in known.jsonl · U takes back"))
    #expect(
      shown.contains(
        #"{"key":["1"],"column":"price","kind":"updated","old":"1.012","new":"1.01","reason":"May"}"#))
    #expect(shown.contains("gone again") && shown.contains("stock of 7, whatever its values"))
    #expect(shown.contains(#""column":"stock","kind":"updated","old":"7","new":"70","reason":"counted"}"#))
    #expect(shown.contains("\n31\n") && shown.contains("the same"))
  }

  @Test("a file that nobody has named is not added to, and without a lasting sign no masked value is accepted")
  func acceptingNowhere() async throws {
    let shown = try await inTerminal(
      """
      \(prices)
      touch accepted.jsonl; lunadiff view a.csv b.csv -k id; lunadiff view a.csv b.csv -k id --mask price --accept m.jsonl
      """, size: (200, 24),
      """
      until_seen '30 updated'; t send-keys A; until_seen 'is there already'; screen >named; t send-keys q
      until_seen '***'; t send-keys A; until_seen 'LUNADIFF_MASK_KEY'; t send-keys q
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
      until_seen '30 updated'; t send-keys A; until_seen '1 accepted'; t send-keys q; until_seen 'status 0'
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

  @Test("a pipe, which could not be read again, is no input of a review")
  func pipes() async throws {
    let shown = try await inTerminal("lunadiff view - new.csv -k id <old.csv", "until_seen 'as it was'")
    #expect(shown.contains("each rule that is tried") && shown.contains("status 2"))
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

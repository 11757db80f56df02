import Foundation
import LuaRuntime
import Requests
import Scripting
import TestSupport
import Testing

/// What a session answers to lines, without a terminal.
@Suite struct ReplSessionTests {
  /// A session with two small inputs, and what it has said.
  final class Conversation {
    let directory: TemporaryDirectory
    let session: ReplSession
    private let heard: Heard

    private final class Heard {
      var pieces: [ReplOutput] = []
    }

    init(_ change: (inout ReplRequest) -> Void = { _ in }) throws {
      directory = try TemporaryDirectory()
      try directory.write("id,name,price\n1,Saw,2.00\n2,Awl,3.00\n3,Axe,4.00\n", to: "old.csv")
      try directory.write("id,name,price\n1,Saw,2.001\n2,awl,3.50\n4,Vise,9.00\n", to: "new.csv")
      var request = ReplRequest(
        old: directory.path + "/old.csv", new: directory.path + "/new.csv")
      change(&request)
      let heard = Heard()
      self.heard = heard
      session = try ReplSession(request) { heard.pieces.append($0) }
    }

    /// What the lines were answered with: results as they are, errors behind "! ".
    func say(_ lines: String...) -> String {
      heard.pieces = []
      for line in lines { _ = session.take(line) }
      return heard.pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .error(let message): "! \(message)\n"
        }
      }.joined().replacing(directory.path + "/", with: "")
    }
  }

  @Test(
    "the value of an expression is shown",
    arguments: [
      ("1 + 1", "2\n"), ("= 1 + 1", "2\n"), ("nil", "nil\n"), ("\"a\"", "\"a\"\n"),
      ("1, 'b'", "1  \"b\"\n"), ("'a\\tb\\27[31m'", "\"a⇥b␛[31m\"\n"),
      ("{ 1, 2, x = { y = 1 } }", "{ 1, 2, x = { y = 1 } }\n"), ("{}", "{}\n"),
      ("{ [3] = 1, ['a b'] = print }", "{ [3] = 1, [\"a b\"] = function }\n"),
      ("#old, old[2].name", "3  \"Awl\"\n"), ("old[1]", "id      1\nname    Saw\nprice   2.00\n"),
      ("local x = 1", ""), ("", ""), ("   ", ""), ("print(1, 'a')", "1\ta\n"),
    ])
  func expressions(line: String, answer: String) throws {
    #expect(try Conversation().say(line) == answer)
  }

  @Test("what was made at the prompt is saved as a rules file that gives the same result")
  func saving() throws {
    let talk = try Conversation()
    let made = talk.say(
      "function clean(text) return text:lower() end", "function identity(r) return 'x' end",
      "function identity(r) return clean(r.name) end", "unrelated = 1", "ignore = 'id'",
      "equal = { price = luna.compare.number(0.01) }", "moves = 'heckel'", ":diff")
    let path = talk.directory.path + "/saved.lua"
    #expect(talk.say(":save \(path)") == "wrote saved.lua\n")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text == """
        -- Rules that were saved at the prompt of lunadiff repl.
        function clean(text) return text:lower() end
        function identity(r) return clean(r.name) end
        ignore = 'id'
        equal = { price = luna.compare.number(0.01) }
        moves = 'heckel'

        """)
    #expect(talk.say(":reset", ":rules \(path)", ":diff") == made)
    let again = talk.say(":key id", ":save \(path)")
    #expect(again == "wrote saved.lua, which comes after -r saved.lua\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("lunadiff repl.\nidentity = { \"id\" }\n"))
  }

  @Test("what flags say is not saved, and that is said")
  func savingFlags() throws {
    let talk = try Conversation { $0.options.flags.ignored = ["name"] }
    let answer = talk.say(":key id", ":save \(talk.directory.path)/saved.lua")
    #expect(answer == "wrote saved.lua; the flags of this session are not in it\n")
  }

  @Test("nothing is saved where there is nothing, or where something else would be lost")
  func savingNothing() throws {
    let talk = try Conversation()
    #expect(talk.say(":save").hasPrefix("! a file is needed"))
    #expect(talk.say(":save x.lua").hasPrefix("! there are no rules to save"))
    let answer = talk.say(":key id", ":save \(talk.directory.path)/old.csv")
    #expect(answer.hasPrefix("! old.csv is there already"))
  }

  @Test("the records of a key are looked up on both sides")
  func finding() throws {
    let talk = try Conversation()
    #expect(
      talk.say(":find 2") == """
        old[2]
        id      2
        name    Awl
        price   3.00
        new[2]
        id      2
        name    awl
        price   3.50

        """)
    #expect(talk.say(":key name, price", ":find Axe, 4.00").hasPrefix("old[3]\n"))
    #expect(talk.say(":find Axe").hasPrefix("! the key is name, price"))
    #expect(talk.say(":find Axe, 5").hasPrefix("no record has this key"))
    #expect(talk.say(":key none", ":find 1").hasPrefix("! there is no key to look for"))
    #expect(
      talk.say(":key -", "function identity(r) return r.id .. '!', r.name:lower() end", ":find 2!, awl")
        .hasPrefix("old[2]\n"))
  }

  @Test("a command without its colon is hinted at, unless a script has defined the name")
  func forgottenColon() throws {
    let talk = try Conversation()
    #expect(talk.say("diff") == "'diff' is not defined in Lua; the command is :diff\n")
    #expect(talk.say("diff = 7", "diff") == "7\n")
  }

  @Test("a chunk goes on until it is complete")
  func severalLines() throws {
    let talk = try Conversation()
    #expect(talk.session.take("for i = 1, 2 do") == .unfinished)
    #expect(talk.session.take("") == .unfinished)
    #expect(talk.say("  print(i)", "end") == "1\n2\n")
    #expect(talk.say("=1 +", "2") == "3\n")
    #expect(talk.say("{ 1,", "2 }") == "{ 1, 2 }\n")
  }

  @Test("a chunk that is cancelled is forgotten, and one that never ends is an error")
  func unfinished() throws {
    let talk = try Conversation()
    _ = talk.session.take("for i = 1, 2 do")
    talk.session.cancel()
    #expect(talk.say("7") == "7\n")
    _ = talk.session.take("while true do")
    talk.session.finish()
    #expect(talk.session.failures == 1)
  }

  @Test(
    "an error is shown, and the session goes on",
    arguments: [
      ("nosuch()", "! prompt:1: attempt to call a nil value (global 'nosuch')\n"),
      ("x = = 1", "! prompt:1: unexpected symbol near '='\n"),
      ("old[1].nmae", "! prompt:1: unknown column 'nmae'; did you mean 'name'?\n"),
      (":key nmae", "! old.csv has no column 'nmae'; did you mean 'name'?\n"),
      (":show 9", "! new.csv has 3 records\n"),
      (":show x", "! 'x' is not of the form 3, 3-5 or 3-\n"),
      (":diff -1", "! '-1' is neither a number nor one of deleted, inserted, updated, moved\n"),
      (":s", "! ':s' may be any of :show :save\n"),
    ])
  func errors(line: String, answer: String) throws {
    let talk = try Conversation()
    #expect(talk.say(line) == answer)
    #expect(talk.session.failures == 1)
    #expect(talk.say("1") == "1\n")
  }

  @Test("without a key one is found, and none is the whole record")
  func foundKey() throws {
    let talk = try Conversation()
    #expect(talk.say(":key").hasPrefix("no :key"))
    #expect(
      talk.say(":diff", "changes.identity.columns[1]", "changes.identity.found").hasSuffix(
        "\"id\"\ntrue\n"))
    #expect(talk.say(":key none", ":key") == "none\n")
    #expect(talk.say(":diff", "#changes.updated", "#changes.identity.columns").hasSuffix("0\n0\n"))
  }

  @Test("a comparison follows the key, and the rules that are defined as globals")
  func rules() throws {
    let talk = try Conversation()
    #expect(talk.say(":key id") == "")
    #expect(talk.say(":diff").contains("2 updated, 1 deleted, 1 inserted, 0 moved, 0 unchanged"))
    #expect(talk.say("#changes.updated") == "2\n")
    #expect(talk.say("equal = { price = luna.compare.number(0.01) }") == "")
    #expect(talk.say(":diff updated").contains("2, name: Awl → awl") == false)
    #expect(talk.say("#changes.updated") == "1\n")
    #expect(talk.say(":rules") == "defined here: equal\nkey: id\n")
    #expect(talk.say("changes.updated[1]") == "~ 2  name: Awl → awl\n     price: 3.00 → 3.50\n")
    #expect(talk.say(":reset", ":rules") == "no rules\n")
    #expect(talk.say("changes") == "nil\n")
  }

  @Test("what people type to leave does so", arguments: ["exit", "quit", "exit()", " quit() "])
  func farewell(word: String) throws {
    #expect(try Conversation().session.take(word) == .ended(0))
  }

  @Test("a rules file is read anew by every comparison")
  func rulesFile() throws {
    let talk = try Conversation()
    let path = talk.directory.path + "/rules.lua"
    try talk.directory.write("return { identity = 'id', ignore = 'price' }", to: "rules.lua")
    #expect(talk.say(":rules \(path)") == "")
    #expect(talk.say(":diff", "#changes.updated").hasSuffix("1\n"))
    try talk.directory.write("return { identity = 'id', only = {} }", to: "rules.lua")
    #expect(talk.say(":diff", "#changes.updated").hasSuffix("0\n"))
    #expect(talk.say(":rules \(path).not").hasPrefix("! "))
    #expect(talk.say(":rules") == "file: rules.lua\n")
  }

  @Test("a line that reads like a flag is answered, and other comments are not")
  func flags() throws {
    let talk = try Conversation()
    for flag in ["--rename name=client", "--key id", "--ignore-order"] {
      #expect(talk.say(flag).hasSuffix("lunadiff repl OLD NEW \(flag)\n"))
    }
    #expect(talk.say("-- a remark", "--remark", "--[[ x ]]").isEmpty)
  }

  @Test("findings are shown with the settings that rule them out, by the names that messages use")
  func findings() throws {
    let talk = try Conversation()
    func table(_ title: String) -> String { "id,\(title)\n" + (1...20).map { "\($0),n\($0)\n" }.joined() }
    try talk.directory.write(table("name"), to: "before.csv")
    try talk.directory.write(table("client"), to: "after.csv")
    let path = talk.directory.path
    _ = talk.say("old = luna.load '\(path)/before.csv'", "new = luna.load '\(path)/after.csv'", ":key id")
    #expect(talk.say(":diff 1").contains("\n  rename name=client\n"))
    #expect(talk.say("rename = { name = 'client' }", ":diff").contains("no differences"))
  }

  @Test("records are shown as a table within the width, some or all of them")
  func records() throws {
    let talk = try Conversation()
    #expect(
      talk.say(":show old 2-") == "#  id  name  price\n2   2  Awl    3.00\n3   3  Axe    4.00\n")
    _ = talk.say("rows = {} for i = 1, 25 do rows[i] = { n = i } end new = luna.records(rows)")
    #expect(talk.say(":show").hasSuffix("20  20\n… and 5 more\n"))
    #expect(talk.say(":show 1-25").hasSuffix("25  25\n"))
    talk.session.width = 12
    #expect(talk.say(":show old 1-2") == "#  id  +2\n1   1\n2   2\n")
  }

  @Test("keys are probed")
  func probing() throws {
    #expect(try Conversation().say(":probe id name").contains("identity = \"id\""))
  }

  @Test("os.exit and :quit end the session with their status")
  func ending() throws {
    let talk = try Conversation()
    #expect(talk.session.take("os.exit(3)") == .ended(3))
    #expect(talk.session.take(":quit") == .ended(0))
  }

  @Test("a chunk that is interrupted ends, and the session goes on")
  func interruption() throws {
    let talk = try Conversation()
    let interrupt = talk.session.interrupt
    let stop = LuaInterrupt()
    let hasEnded = DispatchSemaphore(value: 0)
    // A thread of its own: the tests' own few may all be busy, one of them with the loop that is to be interrupted.
    Thread.detachNewThread {
      // Raised again and again, for taking a line lowers it.
      while !stop.isRaised {
        Thread.sleep(forTimeInterval: 0.02)
        if !stop.isRaised { interrupt.isRaised = true }
      }
      hasEnded.signal()
    }
    #expect(talk.say("while true do end") == "! prompt:1: interrupted\n")
    stop.isRaised = true
    hasEnded.wait()
    #expect(talk.say("1") == "1\n")
  }

  @Test("an input that cannot be read is an error of the session's beginning")
  func missingInput() {
    #expect(throws: LunaDiffError.self) {
      _ = try ReplSession(ReplRequest(old: "/no/such.csv")) { _ in }
    }
  }

  @Test("data can be loaded at the prompt")
  func loading() throws {
    let talk = try Conversation {
      $0.old = nil
      $0.new = nil
    }
    #expect(talk.say(":diff").hasPrefix("! there is no 'old' to compare"))
    for side in ["old", "new"] {
      _ = talk.say("\(side) = luna.load(\"\(talk.directory.path)/\(side).csv\")")
    }
    #expect(talk.say(":key id", ":diff").contains("2 updated"))
  }

  @Test(
    "words are completed with what they can become",
    arguments: [
      (":d", [":delete", ":diff"]), (":r", [":reset", ":rules"]), (":key na", ["name"]),
      (":key id,n", ["name"]),
      (":diff upd", ["updated"]), (":help sh", ["show"]), ("luna.comp", ["compare"]),
      ("x = luna.compare.nu", ["null_as", "number"]), ("old:e", ["each"]),
      ("old[1].na", ["name"]), ("f('na", ["name"]), ("f('a', r.pri", ["price"]),
      ("whi", ["while"]), ("string.le", ["len"]), ("nosuchname", []),
    ])
  func completion(line: String, candidates: [String]) throws {
    #expect(try Conversation().session.completion(of: line).candidates == candidates)
  }

  @Test("a word that can become one thing only becomes it")
  func wholeCompletion() throws {
    let session = try Conversation().session
    #expect(session.completion(of: ":di").common == "ff ")
    #expect(session.completion(of: "old[1].pr").common == "ice")
    #expect(session.completion(of: ":r").common == "")
  }
}

import Platform
import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// Applies a JSON Patch to a text.
func patched(_ text: String, _ patch: String, lines: Bool = false) throws -> String {
  var options = ReadOptions()
  options.format = .json
  let changes = try RecordInput.read(
    bytes: Array(patch.utf8), name: "patch.json", options: options)
  options.format = lines ? .jsonl : .json
  let input = try RecordInput.read(bytes: Array(text.utf8), name: "doc.json", options: options)
  return String(decoding: try DocumentPatch(changes).apply(to: input), as: UTF8.self)
}

/// An example: a document, a patch, and what comes of them.
struct PatchExample: CustomTestStringConvertible {
  let name: String
  let document: String
  let patch: String
  let result: String

  init(_ name: String, _ document: String, _ patch: String, _ result: String) {
    (self.name, self.document, self.patch, self.result) = (name, document, patch, result)
  }

  var testDescription: String { name }
}

@Suite("Patches of other tools")
struct DocumentPatchTests {
  /// Of RFC 6902, appendix A, and of others what the published suite lacks, in the spelling of the documents.
  static let operations: [PatchExample] = [
    .init(
      "A.7 moving an array element", #"{"foo":["all","grass","cows","eat"]}"#,
      #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#),
    .init(
      "A.14 escape ordering", #"{"/":9,"~1":10}"#,
      #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    .init(
      "the root is replaced, and tested", "[1]",
      #"[{"op":"replace","path":"","value":{"a":1e400}},{"op":"test","path":"","value":{"a":1e400}}]"#,
      #"{"a":1e400}"#),
    .init(
      "a copy is a value of its own", #"{"a":{"b":1}}"#,
      #"[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]"#,
      #"{"a":{"b":1},"c":{"b":2}}"#),
    .init(
      "of members of one name the last counts, and all go", #"{"a":1,"b":0,"a":2}"#,
      #"[{"op":"test","path":"/a","value":2},{"op":"remove","path":"/a"}]"#, #"{"b":0}"#),
    .init("no operation", " [1 , 2]\n", "[]", " [1 , 2]\n"),
  ]

  @Test("apply as the examples of the standards say", arguments: operations)
  func examples(_ example: PatchExample) throws {
    #expect(try patched(example.document, example.patch) == example.result)
  }

  /// Patches that do not fit, and what is said of them.
  static let misfits: [PatchExample] = [
    .init(
      "A.9 testing a value: error", #"{"baz":"qux"}"#,
      #"[{"op":"remove","path":"/baz"},{"op":"test","path":"/baz","value":"bar"}]"#,
      "operation 2 at /baz: there is no member 'baz'"),
    .init(
      "a test that fails", #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#,
      "operation 1 at /baz: the test fails\n  wanted: \"bar\"\n  found:  \"qux\""),
    .init(
      "A.12 adding to a nonexistent target", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
      "operation 1 at /baz/bat: there is no member 'baz'"),
    .init(
      "A.13 an operation that is two", #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#,
      "operation 1 at /baz: it says \"op\" twice"),
    .init(
      "A.15 a text is no number", #"{"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
      "operation 1 at /~01: the test fails\n  wanted: \"10\"\n  found:  10"),
    .init(
      "behind the end", "[1]", #"[{"op":"add","path":"/2","value":0}]"#,
      "operation 1 at /2: there is no element 2: the list has 1"),
    .init(
      "a superfluous zero", "[1]", #"[{"op":"remove","path":"/00"}]"#,
      "operation 1 at /00: '00' is no index into a list"),
    .init(
      "into itself", #"{"a":{}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#,
      "operation 1 at /a/b from /a: a value cannot move into itself"),
    .init(
      "a copy of nothing", #"{"a":1}"#, #"[{"op":"copy","from":"/b","path":"/c"}]"#,
      "operation 1 at /c from /b: there is no member 'b'"),
    .init(
      "the whole document", "{}", #"[{"op":"remove","path":""}]"#,
      "operation 1: the whole document cannot be removed or moved"),
    .init(
      "into a number", #"{"a":1}"#, #"[{"op":"add","path":"/a/b","value":1}]"#,
      "operation 1 at /a/b: the pointer leads into a value that is neither an object nor a list"),
    .init("no object", "{}", "[1]", "operation 1: it is not an object"),
    .init("no path", "{}", #"[{"op":"add"}]"#, "operation 1: it has no \"path\""),
    .init(
      "another word", "{}", #"[{"op":"spam","path":""}]"#, "operation 1: 'spam' is no operation"),
    .init(
      "no value", "{}", #"[{"op":"add","path":"/a"}]"#,
      "operation 1 at /a: it has no \"value\""),
    .init(
      "no pointer", "{}", #"[{"op":"add","path":"a","value":1}]"#,
      "operation 1 at a: its \"path\" is not a JSON pointer"),
    .init("no list", "{}", "1", "it is not a list of operations"),
    .init("an object", "{}", #"{"a":1}"#, "it is not a list of operations"),
  ]

  @Test("that do not fit are refused, with the operation and its pointer", arguments: misfits)
  func refused(_ example: PatchExample) throws {
    let error = try #require(throws: DocumentPatchError.self) {
      try patched(example.document, example.patch)
    }
    #expect(error.description.hasPrefix("patch.json: " + example.result))
  }

  @Test("leave every byte that they do not touch")
  func formatting() throws {
    let document = """
      {
        "a" : [1,  2 , 3.0],
        "b": {"x": "\\u0041"},
        "c": 12345678901234567890.10
      }

      """
    #expect(
      try patched(
        document,
        #"[{"op":"remove","path":"/a/0"},{"op":"add","path":"/b/y","value":1},{"op":"add","path":"/d","value":[1]}]"#
      )
        == """
        {
          "a" : [2 , 3.0],
          "b": {"x": "\\u0041","y": 1},
          "c": 12345678901234567890.10,
          "d" : [1]
        }

        """)
  }

  @Test("apply to JSON Lines as to a list")
  func lines() throws {
    let patch =
      #"[{"op":"remove","path":"/0"},{"op":"add","path":"/-","value":{"id": 3}},{"op":"test","path":"","value":[{"id":2},{"id":3}]}]"#
    #expect(
      try patched("{\"id\":1}\n{\"id\": 2}\n", patch, lines: true) == "{\"id\": 2}\n{\"id\":3}\n")
  }

  @Test("copy JSON Lines as the list that they are")
  func linesAsValue() throws {
    let patch = #"[{"op":"copy","from":"","path":"/-"}]"#
    #expect(try patched("1\n2\n", patch, lines: true) == "1\n2\n[1,2]\n")
    let replacement = #"[{"op":"replace","path":"","value":[3,4]}]"#
    #expect(try patched("1\n2\n", replacement, lines: true) == "3\n4\n")
  }

  @Test(
    "that make a document nest more deeply than can be read are refused", arguments: [false, true])
  func depth(lines: Bool) throws {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    let patch = #"[{"op":"copy","from":"/0","path":"/1\#(String(repeating: "/0", count: 999))/-"}]"#
    let document = lines ? "\(deep)\n\(deep)\n" : "[\(deep),\(deep)]"
    let error = try #require(throws: DocumentPatchError.self) {
      try patched(document, patch, lines: lines)
    }
    #expect(error.reason == .misfit(.tooDeep))
  }

  @Test("that double a document again and again are refused")
  func copies() throws {
    let copies = (0..<60).map { #"{"op":"copy","from":"","path":"/n\#($0)"}"# }
    let error = try #require(throws: DocumentPatchError.self) {
      try patched("{\"a\":1}", "[" + copies.joined(separator: ",") + "]")
    }
    #expect(error.reason == .misfit(.tooLarge))
  }

  @Test("take a long list apart from its end, and an object whose members share one name")
  func manyParts() throws {
    let count = 20_000
    let members = (0..<count).map { #""n\#($0)":0,"n":0"# }
    let removalsOfMembers = (0..<count).map { #"{"op":"remove","path":"/n\#($0)"}"# }
    let object = "{" + members.joined(separator: ",") + "}"
    let removed = try patched(
      object,
      "[" + removalsOfMembers.joined(separator: ",") + #",{"op":"remove","path":"/n"}]"#)
    #expect(removed == "{}")
    let document = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
    let removals = (0..<count).reversed().map { #"{"op":"remove","path":"/\#($0)"}"# }
    #expect(try patched(document, "[" + removals.joined(separator: ",") + "]") == "[]")
  }

  @Test("that a comparison writes turn the old document into the new one")
  func ownOperations() throws {
    var generator = SeededGenerator.announced("operations applied")
    for _ in 0..<1000 {
      let old = JSONModel.array([JSONModel.random(4, &generator)])
      let new = JSONModel.array([old.edited(&generator), old.edited(&generator)])
      let patch = JSONModel.array(try valueOperations(old.spelled(), new.spelled()))
      let result = try patched(old.spelled(), patch.spelled())
      let field = try #require(Value(json: result))
      #expect(JSONModel(field) == new, "\(old.spelled()) by \(patch.spelled())")
    }
  }
}

extension Value {
  /// The value that a text spells.
  fileprivate init?(json: String) {
    guard let value = Array(json.utf8).withBytes({ Field(json: $0)?.value }) else {
      return nil
    }
    self = value
  }
}

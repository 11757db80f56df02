import Comparing
import Testing

@testable import LuaRuntime
@testable import Rules
@testable import Scripting

/// The annotations for editors say what there is, no less and no more.
@Suite struct AnnotationTests {
  @Test("everything in a live luna is annotated, and everything annotated is there")
  func library() throws {
    let state = try LuaState(profile: .driver)
    var host = HostRules()
    host.add("name") { _ in .null }
    try LunaLibrary.install(in: state, host: host, more: DriverLibrary.functions(ScriptContext()))
    var live: Set<String> = []
    guard case .table(let luna) = try state.global("luna") else {
      Issue.record("no luna")
      return
    }
    try collect(luna, "luna", &live)
    // What an app has is not known here, only where it stands.
    live = live.filter { !$0.hasPrefix("luna.host.") }
    #expect(live.subtracting(annotated).sorted() == [])
    #expect(annotated.subtracting(live).sorted() == [])
  }

  @Test("methods and properties of objects are annotated under the objects' classes")
  func objects() {
    check("Changes", ChangesObject.self)
    check("Change", ChangeObject.self)
    check("Edit", EditObject.self)
    check("Stage", StageObject.self)
    check("Records", DataSetObject.self)
    check("Input", InputObject.self)
    check("Output", OutputObject.self)
    check("Batch", BatchObject.self)
    check("Pair", PairObject.self)
    check("Patched", PatchedObject.self)
    check("Merged", MergedObject.self)
  }

  @Test("a rules file's fields are those that are annotated")
  func rules() {
    #expect(fields(of: "Rules") == Set(RuleField.names()))
  }

  @Test("a plug-in's fields are those that are annotated")
  func plugins() {
    #expect(fields(of: "Plugin") == Set(PluginReading.fields))
  }

  @Test("a table of luna is a class, so that editors flag what it does not have")
  func classes() {
    let tables = zip(lines.dropFirst(), lines).filter {
      $0.0.hasPrefix("luna") && $0.0.hasSuffix(" = {}")
    }
    #expect(tables.count > 8)
    for (line, before) in tables where !before.hasPrefix("---@type") {
      #expect(before == "---@class \(line.dropLast(" = {}".count))")
    }
  }

  private let lines = LuaAnnotations.text.split(separator: "\n").map(String.init)

  private func collect(_ table: LuaTable, _ path: String, _ names: inout Set<String>) throws {
    for (key, value) in try table.sortedPairs() {
      guard let key = key.text else { continue }
      names.insert("\(path).\(key)")
      if case .table(let table) = value { try collect(table, "\(path).\(key)", &names) }
    }
  }

  /// The names below `luna` that are declared: functions, and values.
  private var annotated: Set<String> {
    let names = lines.compactMap { line -> String? in
      if line.hasPrefix("function luna.") {
        return String(line.dropFirst("function ".count).prefix { $0 != "(" })
      }
      guard line.hasPrefix("luna."), line.contains(" = ") else { return nil }
      return String(line.prefix { $0 != " " })
    }
    return Set(names)
  }

  private func check<Object: LuaObject>(_ name: String, _ object: Object.Type) {
    var type = LuaType<Object>()
    Object.describe(&type)
    let methods = lines.filter { $0.hasPrefix("function \(name):") }
      .map { String($0.dropFirst("function \(name):".count).prefix { $0 != "(" }) }
    #expect(Set(methods) == Set(type.methods.map(\.0)), "\(name)")
    #expect(fields(of: name) == Set(type.getters.map(\.0)), "\(name)")
  }

  /// The named fields of a class.
  private func fields(of name: String) -> Set<String> {
    let body = lines.drop { $0 != "---@class luna.\(name)" }.dropFirst()
      .prefix { $0.hasPrefix("---@field") }
    let names = body.map { line in
      String(line.dropFirst("---@field ".count).prefix { $0 != " " && $0 != "?" })
    }
    return Set(names.filter { !$0.hasPrefix("[") })
  }
}

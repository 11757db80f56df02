import LunaDiff
import Synchronization
import Testing

@Suite("Compiled rules") struct CompiledRulesTests {
  private let old = Input.bytes("id,name,price\n1,Saw,12.50\n2,Vise,30\n3,Awl,4\n".utf8, .csv, name: "old.csv")
  private let new = Input.bytes("id,name,price\n1,SAW,12.51\n2,Vise,30.5\n3,Awl,4\n".utf8, .csv, name: "new.csv")
  private let lua = """
    return {
      identity = function(r) return r.id end,
      normalize = { name = function(v) return v:lower() end },
      equal = { price = function(a, b) return math.abs(tonumber(a) - tonumber(b)) < 0.1 end },
    }
    """

  private func updates(_ result: DiffResult) -> [String] { result.changes.map { "\($0.key) \($0.fields)" } }

  @Test("they find what the same rules find that are loaded each time, as often as they are asked")
  func again() async throws {
    let host = LunaHost()
    let rules = try await host.compile(.text(lua))
    let expected = updates(try await host.compare(old: old, new: new, rules: .text(lua)))
    #expect(expected == ["[2] [price: 30 → 30.5]"])
    for _ in 0..<50 { #expect(updates(try rules.compare(old: old, new: new)) == expected) }
  }

  @Test("a result may be read after others were made with the same rules")
  func kept() async throws {
    let rules = try await LunaHost().compile(.text(lua))
    let results = try (0..<20).map { number in
      let other = Input.bytes("id,name,price\n1,Saw,12.5\n2,Vise,30\n3,Axe\(number),4\n".utf8, .csv, name: "other.csv")
      return try rules.compare(old: old, new: other)
    }
    for (number, result) in results.enumerated() {
      #expect(updates(result) == ["[3] [name: Awl → Axe\(number)]"])
    }
  }

  @Test("many threads may compare with them at once")
  func concurrently() async throws {
    let rules = try await LunaHost().compile(.text(lua))
    let found = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<40 { group.addTask { updates(try rules.compare(old: old, new: new)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.count == 40 && Set(found).count == 1)
  }

  @Test("a function that fails, or takes too long, fails for its own comparison alone")
  func failure() async throws {
    var host = LunaHost()
    host.instructionLimit = 100_000
    let rules = try await host.compile(
      .text(
        """
        return { identity = "id", normalize = { name = function(v)
          if v == "loop" then while true do end end
          return v == "bad" and error("no name") or v
        end } }
        """))
    func other(_ name: String) -> Input { .bytes("id,name\n1,\(name)\n".utf8, .csv, name: "other.csv") }
    let codes = try ["Saw", "bad", "loop", "Vise"].map { name -> LunaDiffError.Code? in
      do { return try rules.compare(old: other("x"), new: other(name)).isSame ? .request : nil } catch let error
        as LunaDiffError
      { return error.code }
    }
    #expect(codes == [nil, .script, .limit, nil])
  }

  @Test("a task that is cancelled ends its comparison, in Lua too, and the rules serve the next one")
  func cancelled() async throws {
    let (isLooping, hasBegun) = (Flag(true), Flag(false))
    var host = LunaHost()
    (host.instructionLimit, host.timeLimit) = (nil, nil)
    host.function("loops") {
      hasBegun.value = true
      return isLooping.value
    }
    let offering = host
    let rules = try await host.compile(
      .text(
        "return { identity = 'id', equal = { price = function() while luna.host.loops() do end return false end } }"))
    let task = Task { try await offering.compare(old: old, new: new, rules: rules) }
    while !hasBegun.value { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    isLooping.value = false
    #expect(try await host.compare(old: old, new: new, rules: rules).summary.updated == 2)
    #expect(try rules.compare(old: old, new: new).summary.updated == 2)
  }

  private final class Flag: Sendable {
    private let flag: Atomic<Bool>
    init(_ value: Bool) { flag = Atomic(value) }
    var value: Bool {
      get { flag.load(ordering: .relaxed) }
      set { flag.store(newValue, ordering: .relaxed) }
    }
  }

  @Test("rules that cannot be loaded are refused as they are compiled")
  func refused() async {
    let error = await #expect(throws: LunaDiffError.self) { try await LunaHost().compile(.text("return {")) }
    #expect(error?.code == .rules)
  }

  @Test("rules made in Swift are compiled, too, and files that are not there are errors of the comparison")
  func native() async throws {
    let rules = try await LunaHost().compile(Rules { $0.identity = ["id"] })
    #expect(try rules.compare(old: old, new: old).isSame)
    let error = #expect(throws: LunaDiffError.self) { try rules.compare(old: old, new: .file("/no/such.csv")) }
    #expect(error?.code == .input)
  }
}

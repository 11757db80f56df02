import Foundation
import LunaDiff
import Synchronization
import Testing

/// What the documentation's page on services supposes.
private struct Customer: Sendable {
  var name: String
  var plugin: String
  var rules: String
}

private struct Item: Codable, Sendable {
  var id: Int
  var price: Double
}

private struct TooMuch: Error {
  var reason: String
  var limits: [LunaDiffError.Hint]
}

private final class Request: Sendable {
  let body: Data
  let stock: [Item]
  private let told = Mutex(0.0)
  var progress: Double {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }

  init(_ text: String, _ stock: [Item]) { (body, self.stock) = (Data(text.utf8), stock) }
}

/// The page's service: compiled here, and looked for by `TutorialTests`.
private struct Service {
  let host: LunaHost
  let rules: CompiledRules

  init(_ customer: Customer) async throws {
    var host = LunaHost()
    host.timeLimit = .milliseconds(200)
    host.memoryLimit = 32 << 20
    host.plugin(customer.plugin, name: "\(customer.name).lua")

    let offers = try await host.offers()
    print("readers:", offers["readers", default: []].joined(separator: ", "))

    let rules = try await host.compile(.text(customer.rules, name: customer.name))
    (self.host, self.rules) = (host, rules)
  }

  func answer(_ request: Request) throws -> [Change] {
    var upload = Input.bytes(request.body, .csv, name: "upload")
    upload.options.sizeLimit = 1 << 20
    return Array(try rules.compare(old: .rows(request.stock), new: upload).changes)
  }

  func compare(_ old: Input, _ new: Input, _ request: Request) async throws -> DiffResult {
    let result = try await host.compare(old: old, new: new, rules: rules) { request.progress = $0 }
    return result
  }

  func reply(_ request: Request) throws -> Data {
    do {
      let changes = try answer(request)
      return try JSONEncoder().encode(changes)
    } catch let error as LunaDiffError where error.code == .limit {
      throw TooMuch(reason: error.message, limits: error.hints)
    }
  }
}

@Suite("A service, as the documentation has it") struct ServiceTests {
  private let customer = Customer(
    name: "acme",
    plugin: """
      return { name = "acme", version = "1", api = 1, license = "MIT", comparators = { same = function()
        return function(a, b) while b > 99 do end return math.abs(a - b) < 0.005 end end } }
      """, rules: "return { identity = 'id', equal = { price = luna.compare.acme.same() } }")
  private let stock = [Item(id: 1, price: 2.5), Item(id: 2, price: 3)]

  @Test("it answers many requests at once, large and small, and tells how far it is")
  func many() async throws {
    let service = try await Service(customer)
    let request = Request("id,price\n1,2.501\n2,4\n", stock)
    let replies = try await withThrowingTaskGroup(of: [Change].self) { group in
      for _ in 0..<200 { group.addTask { try service.answer(request) } }
      return try await group.reduce(into: Set<[Change]>()) { $0.insert($1) }
    }
    #expect(replies.count == 1)
    #expect(try !service.reply(request).isEmpty)
    let result = try await service.compare(.rows(stock), .bytes(request.body, .csv), request)
    #expect(result.summary.updated == 1 && request.progress == 1)
  }

  @Test("what takes too long is told as such, and the next request is answered")
  func limits() async throws {
    let service = try await Service(customer)
    let error = #expect(throws: TooMuch.self) { try service.reply(Request("id,price\n1,100\n", stock)) }
    #expect(error?.limits == [.timeLimit])
    #expect(try service.answer(Request("id,price\n1,2.5\n2,3\n", stock)).isEmpty)
  }

  @Test("a plug-in that does not work is an error that names it")
  func broken() async {
    var broken = customer
    broken.plugin = "return {\n  name = \n}"
    let error = await #expect(throws: LunaDiffError.self) { try await Service(broken) }
    #expect(error?.code == .rules && error?.file == "acme.lua" && error?.line == 3)
  }
}

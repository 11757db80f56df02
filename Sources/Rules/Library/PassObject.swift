import LuaRuntime
import Comparing

/// A pass of an identity that pairs records whose texts are nearly the same, as scripts hold it.
final class PassObject: LuaObject {
  static let luaName = "pass"

  let matching: NearMatching

  init(_ matching: NearMatching) { self.matching = matching }

  static func describe(_ type: inout LuaType<PassObject>) {
    type.on(.string) { object, _ in .one(.string("pass: \(object.matching.summary)")) }
  }
}

extension LunaLibrary {
  /// The field under which a table holds the passes that `luna.identity.first` was given.
  static let passesField = "first"

  static var identityFunctions: [Function] {
    [
      (passesField, { (call) throws(LuaError) in .one(.fields([(passesField, .list(try call.values(from: 1)))])) }),
      ("near", near),
    ]
  }

  private static func near(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["block", "by", "distance", "max_block"])
    guard let block = try options.strings("block"), let by = try options.string("by") else {
      throw LuaError("identity.near needs columns: { block = \"postcode\", by = \"name\" }")
    }
    let distance = try options.integer("distance") ?? 1
    let most = try options.integer("max_block") ?? NearMatching.usualBlock
    let matching = try checkingOptions(try NearMatching(block: block, by: by, distance: distance, maxBlock: most))
    return .one(.object(PassObject(matching)))
  }
}

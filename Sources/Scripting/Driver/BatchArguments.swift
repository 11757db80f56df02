import Batch
import LuaRuntime
import Records
import Requests
import Rules

/// What `luna.batch` is given: a list of pairs, or two directories and options.
struct BatchArguments {
  let jobs: [BatchObject.Job]

  private static let options = ["pattern", "recursive", "rules", "key"] + ReadingPart.fields

  /// - Parameter plugins: Plug-ins whose readers read the files.
  init(_ call: borrowing LuaCall, plugins: PluginSearch) throws(LuaError) {
    if case .table = try call.value(1) {
      let list = try PairList(call.value(1), source: "luna.batch")
      var jobs: [BatchObject.Job] = []
      for pair in list.pairs {
        var job = BatchPair(name: pair.name, old: pair.old, new: pair.new)
        job.options.plugins = plugins
        for part in pair.read { try part.apply(to: &job.options) }
        jobs.append(BatchObject.Job(pair: job, rules: pair.rules))
      }
      self.jobs = jobs
      return
    }
    let (old, new) = (try call.path(1), try call.path(2))
    let given = call.isNil(3) ? nil : try call.table(3)
    let named = try given?.fields(Self.options, at: "luna.batch: ") ?? []
    let fields = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.value) })
    let rules = [ManifestPart.Field.rules, .key].compactMap { field in
      fields[field.rawValue].map { value in
        PairList.Rules(part: ManifestPart(pair: nil, field: field), value: value)
      }
    }
    var base = BatchPair(name: "", old: nil, new: nil)
    base.options.plugins = plugins
    for field in ReadingPart.fields {
      guard let value = fields[field] else { continue }
      try ReadingPart(field, value, place: "luna.batch").apply(to: &base.options)
    }
    var directories = DirectoryPairs()
    directories.patterns = try Self.patterns(fields["pattern"])
    directories.isRecursive = fields["recursive"]?.isTruthy ?? false
    let options = base.options
    directories.claimed = try hosting { try options.claimedExtensions() }
    let pairs = try hosting { try directories.pairs(old: old, new: new, base: base) }
    jobs = pairs.map { BatchObject.Job(pair: $0, rules: rules) }
  }

  private static func patterns(_ value: LuaValue?) throws(LuaError) -> [String] {
    switch value {
    case nil: return []
    case .string?: return [value?.text ?? ""]
    case .table(let list)?: return try list.elements().compactMap(\.text)
    default:
      throw LuaError("luna.batch: 'pattern' must be text or a list of texts")
    }
  }
}

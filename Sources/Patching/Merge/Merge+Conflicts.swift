import Comparing
import Records

extension Merge {
  mutating func settle(
    _ kind: MergeConflict.Kind, origin: Int?, own: Int?, other: Int?, places: [MergePlaces],
    taking: [Field.Member]
  ) throws {
    let key = own.map(toOurs.key) ?? other.map(toTheirs.key) ?? []
    conflicts.append(
      MergeConflict(
        kind: kind, key: key, base: origin, ours: own, theirs: other,
        fields: places.map { field($0, origin, own, other) }))
    let mine = try own.map { try bytes(own: $0, replacing: taking) }
    switch favor {
    case .ours:
      if let mine { joiner.append(mine, replacing: own) }
    case .theirs:
      guard let other else { return }
      if let own {
        var values = taking
        for place in places where place.inside.isEmpty { values.append(theirValue(place, other)) }
        joiner.append(try bytes(own: own, replacing: values), replacing: own)
      } else {
        joiner.append(try bytes(Self.values(of: other, in: theirs, like: ours, &cursors.theirs)))
      }
    case .none:
      let versions = (
        base: try origin.map { record in
          try bytes(Self.values(of: record, in: base, like: ours, &cursors.base))
        },
        ours: mine,
        theirs: try other.map { record in
          try bytes(Self.values(of: record, in: theirs, like: ours, &cursors.theirs))
        }
      )
      let names = (base: base.name, ours: ours.name, theirs: theirs.name)
      joiner.append(ConflictMarks(names: names, versions: versions), replacing: own)
    }
  }

  private mutating func field(_ place: MergePlaces, _ origin: Int?, _ own: Int?, _ other: Int?)
    -> MergeConflict.Field
  {
    let isMasked = toOurs.comparison.plan.isMasked(place.name)
    func value(_ cursor: inout FieldCursor, _ record: Int?, _ column: Int?) -> Value? {
      guard let record, let column else { return nil }
      let value = cursor.field(record, column).value
      return value == .absent ? nil : isMasked ? Mask.plainSign(of: value) : value
    }
    return MergeConflict.Field(
      column: place.name, base: value(&cursors.base, origin, place.base),
      ours: value(&cursors.ours, own, place.ours),
      theirs: value(&cursors.theirs, other, place.theirs), paths: isMasked ? [] : place.inside)
  }
}

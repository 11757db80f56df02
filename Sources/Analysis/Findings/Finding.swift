import Comparing
import Records

/// Something that explains many changes of a comparison at once.
package struct Finding: Sendable, Equatable {
  /// What it is that the changes have in common.
  package enum Cause: Sendable, Equatable {
    /// So many records of either side have no partner, though the keys of two are the same but for how these parts are
    /// written; with what makes them one, if that is known.
    case spelledKeys([Absence.PartSpelling], remedy: Remedy?)
    /// So many records of either side have no partner, though the keys of two are the same but for what stands before
    /// and behind the column in one of the inputs; with what takes it away, if that is known.
    case affixedKeys(Side, prefix: String, suffix: String, remedy: Remedy?)
    /// So many records of either side have no partner, though the keys of two are the same in a form that `learn`
    /// knows.
    case formedKeys([Noise])
    /// So many records are paired by the columns in a form that `learn` knows, and by the key that was found so many.
    case otherForm([Noise], paired: Int)
    /// So many records of either side have no partner, though they have the same values in the columns, each once
    /// among those of its side; by these columns so many records are paired for certain, and by the key fewer.
    case otherKey(certain: Int, paired: Int)
    /// So many records of the target repeat an earlier one's key; with the last of the columns so many pairs are
    /// certain, and without it fewer.
    case widerKey(certain: Int, without: Int)
    /// Values of the column differ in nothing else.
    case noise([Noise])
    /// Values of the column were one value, and are another one now.
    case repeated(old: Value, new: Value)
    /// Values of the column that were several are this one now.
    case unified(Value)
    /// Texts of the column are the UTF-8 of the old ones, read as Latin-1 or Windows-1252; or that is undone.
    case misread(isUndone: Bool)
    /// Nearly all values of the column became others, each old one one of them, those that most of them had first.
    case recoded([Code])
    /// Values of the column begin and end with something else.
    case affixed(Sides<Ends>)
    /// Dates of the column have day and month in each other's place.
    case dayMonth
    /// Dates of the column are later by so many seconds, or earlier.
    case later(seconds: Int)
    /// Some dates of the column are later by one time and the others by one that is an hour less or more; or earlier.
    case laterByEither(Delay, Delay)
    /// Dates of the column are later, or earlier, by so many months, and have the same day of these or the last one.
    case laterByMonths(Int)
    /// Values of the column were empty, null or absent before; or are now.
    case filled, emptied
    /// Numbers of the column grew by the same amount, with its sign.
    case offset(String)
    /// Numbers of the column were multiplied by a power of ten, by −1, or both; with what reads those of each side, where
    /// they are written with marks of their own.
    case factor(String, read: Sides<[LearntRule.Step]> = Sides { _ in [] })
    /// Numbers of the column were multiplied, or divided, by a factor that is no power of ten.
    case ratio(Ratio)
    /// Numbers of the column are without their last digits.
    case cutOff
    /// Something became of the digits of the column's values.
    case digits(Digits)
    /// Values of the column were of one type of JSON's, and are of another one now.
    case retyped(old: String, new: String)
    /// The column is all that differs in updated records.
    case alone
    /// These members changed in the same way in as many updated records; paths as rules spell them.
    case members([String], PathChange.Kind)
    /// The column, of the old side alone, has the values of one of the new side alone, in pairs in which one of the two
    /// is filled; of so many pairs.
    case renamed(to: String, ofPairs: Int)
    /// The first column, of the old side alone, has codes for which those of one of the new side alone stand.
    case coded(as: String, [Code])
    /// The columns, of the old side alone, and so many of the new side alone are not compared.
    case unjoined(new: Int)
    /// Values stand one column further on than before, or back; so many of them from the column on. The first such
    /// record of the target that was looked at.
    case shifted(record: Int, fromColumn: Int, isBack: Bool)
    /// Values of the column are the old ones of the record before in the target, or of the one behind.
    case slid(isDown: Bool)
    /// Values of the column are the old ones of a record beside them in the target, which has theirs.
    case exchanged
    /// Two columns have each other's old values.
    case swapped
    /// The first column has the new values of the second one.
    case copied
    /// The columns stand in another order: so many of those that both sides have, at the least, were moved.
    case reordered
    /// Values of a column, or of members of objects in it, are of other types than before, or may be empty now.
    case schema(SchemaChange)
    /// A rule did nothing.
    case idleRule(IdleRule)
    /// The target has the records in reverse.
    case reversed
    /// All records of a side are in an order in which the other side's are not, each column within those before it;
    /// empty where none is known.
    case sorted(Sides<[ColumnOrder]>)
    /// Lists have the same values of the member in another order; where there is none, the same elements.
    case rearranged(by: String?, isOfTexts: Bool)
    /// Records that moved stand side by side before and after; the first one's numbers.
    case block(Sides<Int>)
    /// The records that one side alone has are its first, or its last ones.
    case end(Side, isLast: Bool)
    /// The records that one side alone has are each so many behind the one before; the numbers of the first and last.
    case every(Side, step: Int, records: ClosedRange<Int>)
    /// The same of the records of the target that are updated.
    case everyUpdated(step: Int, records: ClosedRange<Int>)
    /// Records that one side alone has share the value in the column, and so many of all records of that side have it;
    /// whether others have one of another type that looks the same.
    case shared(Side, Value, all: Int, isAmbiguous: Bool)
    /// Records that one side alone has are in a range of the column's values, and so many of all records of that side
    /// are; one end is `nil` where nothing lies beyond it.
    case range(Side, from: Value?, to: Value?, all: Int)
    /// Records that one side alone has are the same as others of that side that have a partner.
    case repeats(Side)
    /// So many records of the target have all values but those of the key that another record of the source has, each
    /// once; by how much the key is greater there, where that is the same for all. The columns tell them apart.
    case dealtKeys([String], by: String?)
    /// Updated records have the value in the column of the target, and far fewer of all paired ones.
    case concentrated(Value, paired: Int, ofPaired: Int)
  }

  /// By how many seconds so many dates are later.
  package struct Delay: Sendable, Equatable {
    package let seconds: Int
    package let count: Int
    /// Whether the dates of one side alone name a zone.
    package var isOfZones = false
  }

  /// The order of a column's values.
  package struct ColumnOrder: Sendable, Equatable {
    package let column: String
    /// Whether the last value stands first.
    package let isDescending: Bool
    /// Whether it is that of numbers, and not that of bytes.
    package let isByNumber: Bool
    package let holdsNumbers: Bool
  }

  package let cause: Cause
  /// The columns that it is about; a path's column for members.
  package let columns: [String]
  package let changes: Int
  /// How many changes of that kind were looked at.
  package let total: Int
  /// Whether these are some of more, evenly spread.
  package var isSample = false
  /// Whether `learn` proposes a rule for it, which may want more of the values.
  package var isLearnable = false
  /// What makes the values that it counts one, and no others that differ, where both sides' go through it.
  package var steps: [LearntRule.Step] = []
  /// A function in Lua that finds the values equal that it counts, where these are nearly all that differ, and none of
  /// the others; `nil` where there is none.
  package var judge: String?
  /// Whether nothing but what it does not count differs in its two columns where each has the other's name.
  var isUndoneByNames = false
  /// Whether others have kept what the values that it counts have lost.
  package var isKept = false
  /// Whether some of the values are of another type of JSON's now.
  package var isRetyped = false
  /// Whether the values are such that no difference of them matters, as times of an export are.
  package var isOfStamps = false
  /// Whether other things, too, differ at the members that it is about, or inside of them.
  var hidesMore = false
  /// Whether normalizers gave some of the values that are told the form in which they are.
  package var isNormalized = false
  /// The column inside of whose values the columns that it names are places.
  package var within: String?
  /// Since when, where all changes that it explains have that in common.
  package var since: Since?

  /// How many values there are at a place in lists; none where the column has one in each record.
  var values: Int?

  package init(_ cause: Cause, _ columns: [String] = [], changes: Int, of total: Int) {
    (self.cause, self.columns, self.changes, self.total) = (cause, columns, changes, total)
  }

  /// The same of values at another place, inside of a column, for which nothing is learned.
  func moved(to name: String, in column: String?) -> Finding {
    var moved = Finding(cause, [name], changes: changes, of: total)
    (moved.isSample, moved.steps, moved.within) = (isSample, steps, column)
    (moved.isRetyped, moved.isNormalized, moved.judge) = (isRetyped, isNormalized, judge)
    return moved
  }

  /// The name that the column has on the new side, where it says that it is one under two names.
  package var newName: String? {
    switch cause {
    case .renamed(let name, _), .coded(let name, _): name
    default: nil
    }
  }

  /// How many changes of the report it explains.
  var weight: Int {
    switch cause {
    // Of each pair of keys one was deleted and one inserted.
    case .spelledKeys, .affixedKeys, .formedKeys, .otherForm, .otherKey, .widerKey: 2 * changes
    // These are no changes of records.
    case .reordered, .unjoined, .schema, .idleRule: 0
    default: changes
    }
  }

  /// Whether it says of nearly all updated records what became of each of their columns.
  var isOfAllColumns: Bool { if case .shifted = cause { 10 * changes >= 9 * total } else { false } }

  /// Whether it says where the values of a column come from of which another finding says what became of them.
  func explains(_ other: Finding) -> Bool {
    switch cause {
    case .shifted: isOfAllColumns
    case .swapped: columns.contains(other.columns[0]) && other.changes <= changes
    case .copied: columns[0] == other.columns[0] && other.changes <= changes
    default: false
    }
  }

  /// How many of several are told where nobody asks for all.
  package static let mostTold = 7

  /// How many changes it takes until they have something in common that is no accident.
  static let fewest = 5

  /// Whether so many of all are enough to be told.
  static func isEnough(_ changes: Int, of total: Int) -> Bool { changes >= fewest && 2 * changes >= total }
}

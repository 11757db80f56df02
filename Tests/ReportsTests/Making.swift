import Comparing
import Records
import Reports

/// The comparison of two texts; by default by the column `id`.
func compare(
  _ old: String, _ new: String, names: (String, String) = ("old.csv", "new.csv"),
  key: [String]? = ["id"], read: ReadOptions = ReadOptions(),
  change: (inout ComparisonPlan) -> Void = { _ in }
) throws -> Comparison {
  var plan = ComparisonPlan()
  if let key { plan.identity = .columns(key) }
  change(&plan)
  func table(_ text: String, _ name: String) throws -> RecordTable {
    try RecordInput.read(bytes: Array(text.utf8), name: name, options: read).table(hashing: key)
  }
  return try Comparison(
    source: table(old, names.0), target: table(new, names.1), plan: plan)
}

/// The comparison of two JSON texts.
func compareJSON(_ old: String, _ new: String, key: [String]? = ["id"]) throws -> Comparison {
  try compare(old, new, names: ("old.json", "new.json"), key: key)
}

/// Lines of CSV: a header, and as many numbered rows.
func rows(_ header: String, _ count: Int, _ row: (Int) -> String) -> String {
  header + "\n" + (1...count).map { row($0) + "\n" }.joined()
}

/// A report's bytes.
func report(
  _ comparison: Comparison, _ format: ReportFormat, change: (inout ReportOptions) -> Void = { _ in }
) throws -> [UInt8] {
  var options = ReportOptions()
  change(&options)
  var bytes: [UInt8] = []
  try write(comparison, as: format, options: options, to: &bytes)
  return bytes
}

/// A report as text.
func text(
  _ comparison: Comparison, _ format: ReportFormat, change: (inout ReportOptions) -> Void = { _ in }
) throws -> String {
  String(decoding: try report(comparison, format, change: change), as: UTF8.self)
}

/// One record of each kind of change: 7 deleted, 6 moved, 3 updated, 9 inserted.
func tools() throws -> Comparison {
  try compare(
    """
    id,name,price,note
    1,Hammer,12.50,
    3,Saw,1.00,sharp
    5,Nails,3.00,x
    6,Screws,3.10,y
    7,Vise,30.00,
    """,
    """
    id,name,price,note,colour
    6,Screws,3.10,y,
    1,Hammer,12.50,,
    3,Saw,1.20,sharp,blue
    5,Nails,3.00,x,red
    9,Awl,4.10,"new
    line",red
    """)
}

/// Two sections of which one moved an element to the other, changed one and lost one.
func sectioned() throws -> Comparison {
  try compare(
    """
    id,country,name
    1,UK,Ada
    2,UK,Alan
    3,DE,Konrad
    4,DE,Emmy
    """,
    """
    id,country,name
    1,UK,Ada L.
    3,DE,Konrad
    2,DE,Alan
    5,FR,Sophie
    """
  ) { $0.section = .column("country") }
}

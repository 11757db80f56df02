// What StagedDiff uses of AppKit, as AppKit declares it; each call is noted. Names and docs are those of Apple.
// swift-format-ignore-file

public struct IndexPath: Hashable, Comparable, CustomStringConvertible {
  public var section: Int, item: Int
  public init(item: Int, section: Int) { (self.item, self.section) = (item, section) }
  public var description: String { "\(section).\(item)" }
  public static func < (a: Self, b: Self) -> Bool { (a.section, a.item) < (b.section, b.item) }
}

public struct IndexSet: CustomStringConvertible {
  public var offsets: [Int]
  public init(_ offsets: some Sequence<Int>) { self.offsets = Set(offsets).sorted() }
  public init(_ range: Range<Int>) { offsets = Array(range) }
  public var description: String { "\(offsets)" }
}

public final class NSAnimationContext {
  public static func runAnimationGroup(
    _ changes: (NSAnimationContext) -> Void, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    changes(NSAnimationContext())
    completionHandler?()
  }
}

@MainActor open class NSView {
  public var window: AnyObject?
  public private(set) var calls: [String] = []
  public init() { window = self as AnyObject }
  public func note(_ call: String) { calls.append(call) }
  func note(_ call: String, _ rows: IndexSet) { if !rows.offsets.isEmpty { note("\(call) \(rows)") } }
  func note(_ call: String, _ paths: Set<IndexPath>) { if !paths.isEmpty { note("\(call) \(paths.sorted())") } }
  public func animator() -> Self { self }
}

open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
    public static let slideLeft = AnimationOptions(rawValue: 0x30)
  }

  public var numberOfColumns = 2
  public func reloadData() { note("reloadData") }
  public func beginUpdates() { note("begin") }
  public func endUpdates() { note("end") }
  public func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) { note("reload rows", rowIndexes) }
  public func removeRows(at indexes: IndexSet, withAnimation: AnimationOptions = []) {
    note("remove rows \(withAnimation.rawValue)", indexes)
  }
  public func insertRows(at indexes: IndexSet, withAnimation: AnimationOptions = []) {
    note("insert rows \(withAnimation.rawValue)", indexes)
  }
}

open class NSCollectionView: NSView {
  public func reloadData() { note("reloadData") }
  public func performBatchUpdates(_ updates: () -> Void, completionHandler: ((Bool) -> Void)? = nil) {
    note("begin")
    updates()
    note("end")
    completionHandler?(true)
  }
  public func deleteSections(_ sections: IndexSet) { note("delete sections", sections) }
  public func insertSections(_ sections: IndexSet) { note("insert sections", sections) }
  public func reloadSections(_ sections: IndexSet) { note("reload sections", sections) }
  public func moveSection(_ section: Int, toSection newSection: Int) { note("move section \(section) \(newSection)") }
  public func deleteItems(at indexPaths: Set<IndexPath>) { note("delete items", indexPaths) }
  public func insertItems(at indexPaths: Set<IndexPath>) { note("insert items", indexPaths) }
  public func reloadItems(at indexPaths: Set<IndexPath>) { note("reload items", indexPaths) }
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { note("move item \(indexPath) \(newIndexPath)") }
}

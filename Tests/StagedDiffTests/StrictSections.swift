import StagedDiff

/// A sectioned list that takes batches as a collection view does, and refuses what a real one
/// would crash on.
struct StrictSections<Model: Equatable, Element: Equatable>: BatchConsumer {
  typealias Sections = [DiffableSection<Model, Element>]

  private(set) var sections: Sections
  private(set) var reloads = 0
  private(set) var batches = 0
  private(set) var refusal: BatchRefused?

  init(_ sections: Sections) { self.sections = sections }

  mutating func reload(with data: Sections) {
    sections = data
    reloads += 1
  }

  mutating func perform(_ batch: SectionedStage, data: Sections) {
    batches += 1
    do {
      try take(batch, data)
    } catch {
      refusal = refusal ?? (error as? BatchRefused)
    }
  }

  private mutating func take(_ batch: SectionedStage, _ data: Sections) throws {
    let isUpdate = !batch.sections.updated.isEmpty || !batch.elements.updated.isEmpty
    if isUpdate { try update(batch, data) }
    let arrangement = try StrictArrangement(
      count: sections.count, deleted: batch.sections.deleted, inserted: batch.sections.inserted,
      moved: batch.sections.moved.map { ($0.from, $0.to) })
    guard arrangement.origins.count == data.count else {
      throw BatchRefused(description: "\(data.count) sections after \(batch)")
    }
    try checkPaths(batch, data)
    let before = sections
    var after: Sections = []
    for (place, origin) in arrangement.origins.enumerated() {
      guard let origin else {
        after.append(data[place])
        continue
      }
      after.append(
        DiffableSection(
          before[origin].model,
          elements: try elements(of: batch.elements, origin, place, before, data)))
    }
    guard after == data else {
      throw BatchRefused(description: "\(batch) gives \(after), not \(data)")
    }
    sections = after
  }

  private mutating func update(_ batch: SectionedStage, _ data: Sections) throws {
    let count = batch.sections.updated.count + batch.elements.updated.count
    guard count == batch.changeCount,
      Set(batch.elements.updated).count + Set(batch.sections.updated).count == count
    else { throw BatchRefused(description: "updates beside other edits, or twice: \(batch)") }
    for section in batch.sections.updated {
      sections[section].model = data[section].model
    }
    for path in batch.elements.updated {
      let content = data[path.section].elements[path.element]
      sections[path.section].elements[path.element] = content
    }
  }

  /// Each path has to be in a section that is there before, or after, and is not itself replaced.
  private func checkPaths(_ batch: SectionedStage, _ data: Sections) throws {
    let deleted = Set(batch.sections.deleted)
    let inserted = Set(batch.sections.inserted)
    let gone = batch.elements.deleted + batch.elements.moved.map(\.from)
    let taken = batch.elements.inserted + batch.elements.moved.map(\.to)
    guard Set(gone).count == gone.count, Set(taken).count == taken.count,
      gone.allSatisfy({ contains(sections, $0) && !deleted.contains($0.section) }),
      taken.allSatisfy({ contains(data, $0) && !inserted.contains($0.section) }),
      batch.sections.moved.isEmpty || batch.elements.changeCount == 0
    else { throw BatchRefused(description: "paths of \(batch)") }
  }

  private func contains(_ sections: Sections, _ path: ElementPath) -> Bool {
    sections.indices.contains(path.section)
      && sections[path.section].elements.indices.contains(path.element)
  }

  private func elements(
    of edits: SectionedStage.ElementStage, _ origin: Int, _ place: Int, _ before: Sections,
    _ data: Sections
  ) throws -> [Element] {
    let gone = (edits.deleted + edits.moved.map(\.from)).filter { $0.section == origin }
    let isGone = Set(gone.map(\.element))
    let content = before[origin].elements
    var rest = content.indices.filter { !isGone.contains($0) }.map { content[$0] }
    var arrivals = edits.inserted.map { ($0, data[$0.section].elements[$0.element]) }
    arrivals += edits.moved.map {
      ($0.to, before[$0.from.section].elements[$0.from.element])
    }
    let here = arrivals.filter { $0.0.section == place }.sorted { $0.0 < $1.0 }
    for (path, element) in here {
      guard path.element <= rest.count else {
        throw BatchRefused(description: "nothing is left before \(path)")
      }
      rest.insert(element, at: path.element)
    }
    return rest
  }
}

extension SectionedPairing {
  /// The same sections with other pairs of elements.
  package func replacing(elements: Pairing) -> SectionedPairing {
    SectionedPairing(
      sections: sections, elements: elements, source: source, target: target, moves: moves)
  }
}

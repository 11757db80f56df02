enum RecordDiffPlaceholder {}

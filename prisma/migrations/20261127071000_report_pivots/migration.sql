-- The column of a grouped report whose values become columns.
ALTER TABLE report_definitions ADD COLUMN pivot text CHECK (
  pivot IS NULL OR (length(pivot) BETWEEN 1 AND 60 AND cardinality(groups) > 0)
);

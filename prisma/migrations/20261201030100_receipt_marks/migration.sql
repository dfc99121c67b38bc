-- Eight keyed hashes that stand for the numbers on a receipt, by which others with most of them are found without looking at
-- every receipt. None for what has no numbers, isn't read, or was read before.
ALTER TABLE receipt_readings ADD COLUMN marks integer[] NOT NULL DEFAULT '{}';
ALTER TABLE receipt_readings ADD CONSTRAINT receipt_readings_marks
  CHECK (cardinality(marks) = 0 OR (state = 'read' AND cardinality(marks) = 8 AND array_position(marks, NULL) IS NULL));
CREATE INDEX receipt_readings_by_marks ON receipt_readings USING gin (marks);

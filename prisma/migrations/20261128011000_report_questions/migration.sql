-- The filters of a report that are asked for when it is run; a schedule runs with those that are saved.
ALTER TABLE report_definitions
  ADD COLUMN ask text[] NOT NULL DEFAULT '{}' CONSTRAINT report_definitions_ask_check CHECK (cardinality(ask) <= 10);

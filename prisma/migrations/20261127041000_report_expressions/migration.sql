-- Reports with groups of conditions of which one must hold, and with calculated columns.
ALTER TABLE report_definitions
  -- Filters as in the list's address, one text for each group.
  ADD COLUMN any_of text[] NOT NULL DEFAULT '{}' CHECK (cardinality(any_of) <= 5),
  -- Headings with expressions over the names of columns.
  ADD COLUMN calculated jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(calculated) = 'array' AND jsonb_array_length(calculated) <= 5);

-- Where a trip lies in the distance of its vehicle's year, and the rate of each piece; null: its vehicle had no steps.
ALTER TABLE expense_trips
  ADD COLUMN pieces jsonb
    CONSTRAINT expense_trips_pieces CHECK (jsonb_typeof(pieces) = 'array' AND pieces <> '[]'::jsonb);

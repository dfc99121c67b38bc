-- The lines of a split profile total 100 percent and none is negative, as the splits of a transaction (C5.032).
CREATE OR REPLACE FUNCTION split_lines_fit(lines jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line->>'percent')::numeric) = 100 AND bool_and((line->>'percent')::numeric BETWEEN 0 AND 100), false)
  FROM jsonb_array_elements(lines) AS line
$$;

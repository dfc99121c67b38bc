-- Each line of a split profile is 1 to 100 percent, and they total 100 (C5.032, C5.037).
CREATE FUNCTION split_lines_fit(lines jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line->>'percent')::numeric) = 100 AND bool_and((line->>'percent')::numeric BETWEEN 1 AND 100), false)
  FROM jsonb_array_elements(lines) AS line
$$;
ALTER TABLE split_profiles ADD CHECK (split_lines_fit(lines));

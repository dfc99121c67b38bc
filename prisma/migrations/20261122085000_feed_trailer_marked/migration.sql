-- Outside of XML a trailer is a record, and a mapping says which: one that doesn't has never found any.
UPDATE feed_mappings SET layout = jsonb_set(layout, '{trailer}', 'null')
WHERE layout ->> 'format' <> 'xml' AND jsonb_typeof(layout -> 'trailer') = 'object' AND layout -> 'trailer' ->> 'at' IS NULL;
UPDATE feeds SET layout = jsonb_set(layout, '{trailer}', 'null')
WHERE layout ->> 'format' <> 'xml' AND jsonb_typeof(layout -> 'trailer') = 'object' AND layout -> 'trailer' ->> 'at' IS NULL;
ALTER TABLE feed_mappings ADD CONSTRAINT feed_mappings_trailer_marked CHECK (
  layout ->> 'format' = 'xml' OR coalesce(jsonb_typeof(layout -> 'trailer'), 'null') = 'null' OR layout -> 'trailer' ->> 'at' IS NOT NULL
);

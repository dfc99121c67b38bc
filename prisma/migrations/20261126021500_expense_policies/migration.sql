-- An expense type asks for a receipt from an amount on (C8.028), under a name that says so. The old name stays until the
-- version before has stopped.
UPDATE setup_records SET data = data || jsonb_build_object('receiptFrom', data->'receiptAbove')
WHERE entity = 'expense-type' AND data ? 'receiptAbove';

-- What a type asks for becomes parts of it, each with its own properties (C9.025).
WITH asked AS (
  SELECT r.issuer_id, r.owner_id, r.id AS type_id, p.property, p.place FROM setup_records r
  CROSS JOIN LATERAL jsonb_array_elements_text(r.data->'properties') WITH ORDINALITY AS p (property, place)
  WHERE r.entity = 'expense-type' AND jsonb_typeof(r.data->'properties') = 'array'
), added AS (
  INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data, position)
  SELECT a.issuer_id, gen_random_uuid(), 'expense-type-property', a.owner_id, a.type_id, coalesce(words.name, a.property),
    jsonb_build_object('property', a.property, 'asked', 'optional'), a.place
  FROM asked a LEFT JOIN (VALUES
    ('attendees', 'Attendees'), ('purpose', 'Business purpose'), ('location', 'Location'), ('from', 'From date'),
    ('to', 'To date'), ('nights', 'Nights'), ('odometer', 'Odometer'), ('vendor', 'Vendor'), ('tax', 'Tax'),
    ('project', 'Project')
  ) AS words (property, name) ON words.property = a.property
  RETURNING issuer_id, id, parent_id, data
)
INSERT INTO setup_record_keys (issuer_id, within_id, entity, key, value, record_id)
SELECT issuer_id, parent_id, 'expense-type-property', 'property', data->>'property', id FROM added;

-- A name of a mileage rate has one rate for each time (C3.076), where it had one in all.
UPDATE setup_record_keys k
SET key = 'rate', value = k.value || E'\x1f' || coalesce(r.data->>'effectiveFrom', '')
FROM setup_records r
WHERE (r.issuer_id, r.id) = (k.issuer_id, k.record_id) AND k.entity = 'mileage-rate' AND k.key = 'name';

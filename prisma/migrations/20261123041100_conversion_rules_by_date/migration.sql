-- A posted currency has one conversion rule for each day that one begins on (C3.078, C5.069), where it had one in all.
UPDATE setup_record_keys k
SET key = 'rate', value = k.value || E'\x1f' || (r.data->>'effectiveDate')
FROM setup_records r
WHERE (r.issuer_id, r.id) = (k.issuer_id, k.record_id)
  AND k.entity = 'currency-conversion-rule' AND k.key = 'postedCurrency';

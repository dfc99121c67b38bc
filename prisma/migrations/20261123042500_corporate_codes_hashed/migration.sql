-- Corporate codes are kept as keyed hashes. Those in clear are hashed by the worker (the key isn't the database's), and
-- until then both are looked at; the version before goes on with what it knows.
ALTER TABLE corporate_codes
  ALTER COLUMN code DROP NOT NULL,
  ADD COLUMN code_hash bytea CHECK (octet_length(code_hash) = 32),
  ADD CONSTRAINT corporate_codes_is_set CHECK (num_nonnulls(code, code_hash) >= 1),
  ADD CONSTRAINT corporate_codes_hash_key UNIQUE (issuer_id, code_hash);

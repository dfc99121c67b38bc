-- The audit against whoever holds the application's connection (F-12): TRUNCATE is refused like UPDATE and DELETE, and
-- what the application may not do itself the database does in its place.

CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_heads_stay BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- A trigger for statements holds for the table that the statement names: each partition needs its own.
DO $$
DECLARE child regclass;
BEGIN
  FOR child IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass LOOP
    EXECUTE format('CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', child);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION create_partition(parent text, first_day date, end_day date, suffix text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE child text := parent || '_' || suffix;
BEGIN
  IF to_regclass(child) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
    child, parent, first_day::timestamp AT TIME ZONE 'UTC', end_day::timestamp AT TIME ZONE 'UTC');
  IF parent = 'audit_entries' THEN
    EXECUTE format('CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', child);
  END IF;
EXCEPTION
  -- Rows of that span already sit in the default partition: they stay there.
  WHEN check_violation THEN RAISE WARNING 'partition % not made: the default partition holds its rows', child;
END $$;

-- The head of a chain is moved by the database alone, in the rights of its owner: the application can't set it back.
ALTER FUNCTION create_audit_head() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION chain_audit_entry() SECURITY DEFINER SET search_path = public, pg_temp;
-- Partitions belong to the owner of their tables, whoever asks for them.
ALTER FUNCTION create_transaction_partitions(date, date) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION maintain_partitions(date) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE ALL ON FUNCTION create_transaction_partitions(date, date), maintain_partitions(date) FROM PUBLIC;

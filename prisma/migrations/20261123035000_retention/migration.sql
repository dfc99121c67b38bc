-- Transactions are deleted once they are past the time that their company keeps data (C5.027).

-- Since when the first of its transactions are gone: from then on no file of it is written, and it is not taken back as a whole.
ALTER TABLE ledger_exports ADD COLUMN expired_at timestamptz;

-- What became of a transaction isn't changed, and goes with the transaction alone, no earlier than the shortest time that data is kept.
CREATE OR REPLACE FUNCTION transaction_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.posting_date < current_date - interval '3 months' AND NOT EXISTS (
    SELECT 1 FROM transactions t
    WHERE (t.issuer_id, t.posting_date, t.id) = (OLD.issuer_id, OLD.posting_date, OLD.transaction_id))
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what became of a transaction is not changed' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Drops months before a day that have no transactions any more, unless somebody works on them; how many.
CREATE FUNCTION drop_empty_transaction_partitions(before date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  month text;
  filled boolean;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('maintain_partitions'));
  PERFORM set_config('lock_timeout', '2s', true);
  FOR month IN
    SELECT right(c.relname, 7) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'transactions'::regclass AND c.relname ~ '^transactions_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
    ORDER BY 1
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', 'transactions_' || month) INTO filled;
    CONTINUE WHEN filled;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', 'transactions_' || month);
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', 'transactions_' || month) INTO filled;
    CONTINUE WHEN filled;
    EXECUTE format('DROP TABLE %I, %I', 'allocations_' || month, 'transaction_lines_' || month);
    EXECUTE format('DROP TABLE %I', 'transaction_events_' || month);
    -- What is referred to has to leave its parent before it can go.
    EXECUTE format('ALTER TABLE transactions DETACH PARTITION %I', 'transactions_' || month);
    EXECUTE format('DROP TABLE %I', 'transactions_' || month);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
EXCEPTION WHEN lock_not_available THEN
  RETURN 0;
END $$;

-- What became of each transaction, and by whom: the audit has one entry for a command over many of them, with
-- how many and which event; what it was for each stands here.
CREATE TABLE transaction_events (
  issuer_id uuid NOT NULL,
  posting_date date NOT NULL,
  transaction_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  event text NOT NULL CHECK (event ~ '^[a-z]+(_[a-z]+)*$'),
  actor_user_id uuid,
  -- Who looked through the actor's eyes (C6.017).
  accessor_issuer_id uuid,
  accessor_user_id uuid,
  reason text CHECK (length(reason) BETWEEN 1 AND 255),
  -- Of a change: the fields as `before.purpose` and `after.purpose`.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  PRIMARY KEY (issuer_id, posting_date, transaction_id, id),
  CHECK ((accessor_issuer_id IS NULL) = (accessor_user_id IS NULL))
) PARTITION BY RANGE (posting_date);

-- The parts of a transaction live in the months that it lives in.
CREATE OR REPLACE FUNCTION create_transaction_partitions(first_day date, last_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month date;
  parent text;
  child text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('maintain_partitions'));
  FOR month IN SELECT generate_series(date_trunc('month', first_day::timestamp), last_day, '1 month')::date LOOP
    FOREACH parent IN ARRAY ARRAY['transactions', 'allocations', 'transaction_lines', 'transaction_events'] LOOP
      child := parent || to_char(month, '_YYYY_MM');
      CONTINUE WHEN to_regclass(child) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        child, parent, month, (month + interval '1 month')::date);
    END LOOP;
  END LOOP;
END $$;
SELECT create_transaction_partitions(min(to_date(right(relname, 7), 'YYYY_MM')), max(to_date(right(relname, 7), 'YYYY_MM')))
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'transactions'::regclass;
CREATE FUNCTION transaction_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what became of a transaction is not changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER transaction_events_stay BEFORE UPDATE OR DELETE ON transaction_events
  FOR EACH ROW EXECUTE FUNCTION transaction_events_stay();

-- Transactions (CD.41), by month of posting.

CREATE TYPE transaction_type AS ENUM ('purchase', 'cash', 'fee', 'credit', 'payment', 'out_of_pocket');
CREATE TYPE transaction_state AS ENUM ('open', 'reviewed', 'approved', 'exported');

CREATE TABLE transactions (
  issuer_id uuid NOT NULL,
  posting_date date NOT NULL,
  id uuid NOT NULL,
  -- The company that the account stood in when it was posted: what was booked stays with it.
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- The feed's own name for it: the same row again is known by it.
  source_reference text NOT NULL CHECK (length(source_reference) BETWEEN 1 AND 60),
  type transaction_type NOT NULL,
  transaction_date date NOT NULL,
  -- In the merchant's currency; what flows back to the account is negative.
  amount numeric(19, 4) NOT NULL,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the account's currency.
  billed_amount numeric(19, 4) NOT NULL,
  billed_currency char(3) NOT NULL CHECK (billed_currency ~ '^[A-Z]{3}$'),
  -- What one of `currency` was worth in `billed_currency`.
  conversion_rate numeric(19, 9) NOT NULL DEFAULT 1 CHECK (conversion_rate > 0),
  merchant_id text CHECK (merchant_id ~ '^[A-Za-z0-9]{1,15}$'),
  merchant_name text CHECK (length(merchant_name) BETWEEN 1 AND 80),
  merchant_city text CHECK (length(merchant_city) BETWEEN 1 AND 60),
  merchant_region text CHECK (length(merchant_region) BETWEEN 1 AND 60),
  merchant_country char(2) CHECK (merchant_country ~ '^[A-Z]{2}$'),
  -- ISO 18245.
  merchant_category_code char(4) CHECK (merchant_category_code ~ '^\d{4}$'),
  -- Contained in the billed amount, in its currency.
  tax_amount numeric(19, 4),
  tax_code text CHECK (length(tax_code) BETWEEN 1 AND 30),
  customer_code text CHECK (length(customer_code) BETWEEN 1 AND 25 AND customer_code !~ '^0+$'),
  state transaction_state NOT NULL DEFAULT 'open',
  -- On a submitted or approved expense report.
  expensed boolean NOT NULL DEFAULT false,
  -- Users of the issuer; a deleted one stays named here, as in the audit.
  reviewed_at timestamptz,
  reviewed_by uuid,
  approved_at timestamptz,
  approved_by uuid,
  exported_at timestamptz,
  exported_by uuid,
  -- The export that it went out with.
  exported_in uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, posting_date, id),
  UNIQUE (issuer_id, posting_date, source_reference),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES accounts (issuer_id, id),
  CHECK (CASE WHEN type IN ('credit', 'payment') THEN amount <= 0 AND billed_amount <= 0
    ELSE amount >= 0 AND billed_amount >= 0 END),
  CHECK (currency <> billed_currency OR conversion_rate = 1),
  CHECK (merchant_name IS NOT NULL OR type IN ('fee', 'payment', 'out_of_pocket')),
  CHECK ((tax_code IS NULL) = (tax_amount IS NULL)),
  CHECK (abs(tax_amount) <= abs(billed_amount)),
  CHECK ((reviewed_at IS NULL) = (state = 'open')),
  CHECK ((approved_at IS NULL) = (state IN ('open', 'reviewed'))),
  CHECK ((exported_at IS NULL) = (state <> 'exported')),
  CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL)),
  CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
  CHECK ((exported_at IS NULL) = (exported_by IS NULL)),
  CHECK ((exported_at IS NULL) = (exported_in IS NULL))
) PARTITION BY RANGE (posting_date);
-- No default partition: with one, lists could not be read month after month in their order.
CREATE INDEX transactions_company ON transactions (issuer_id, company_id, posting_date DESC, id);
CREATE INDEX transactions_account ON transactions (issuer_id, account_id, posting_date DESC, id);

-- The partitions of every month from that of one day to that of another: whoever brings rows of the past asks for theirs.
CREATE FUNCTION create_transaction_partitions(first_day date, last_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month date;
  child text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('maintain_partitions'));
  FOR month IN SELECT generate_series(date_trunc('month', first_day::timestamp), last_day, '1 month')::date LOOP
    child := 'transactions_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(child) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF transactions FOR VALUES FROM (%L) TO (%L)',
      child, month, (month + interval '1 month')::date);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION maintain_partitions(today date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', today);
  old record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('maintain_partitions'));
  FOR i IN 0..12 LOOP
    PERFORM create_partition('audit_entries', (month + make_interval(months => i))::date,
      (month + make_interval(months => i + 1))::date, to_char(month + make_interval(months => i), 'YYYY_MM'));
  END LOOP;
  FOR i IN 0..14 LOOP
    PERFORM create_partition('client_log', today + i, today + i + 1, to_char(today + i, 'YYYY_MM_DD'));
  END LOOP;
  -- Nothing is posted far ahead; the month before is still being posted to.
  PERFORM create_transaction_partitions((month - interval '1 month')::date, (month + interval '3 months')::date);
  FOR old IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'client_log'::regclass AND c.relname ~ '^client_log_\d{4}_\d{2}_\d{2}$'
      AND to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - 30
  LOOP
    EXECUTE format('DROP TABLE %I', old.relname);
  END LOOP;
  DELETE FROM client_log_default WHERE occurred_at < today - 30;
END $$;
SELECT maintain_partitions(current_date);

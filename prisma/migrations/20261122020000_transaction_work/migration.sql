-- What people do with transactions: allocate, describe, review, approve (CD.30, CD.41, CD.43).

-- Lists go through these in both directions, so both columns run the same way.
DROP INDEX transactions_company;
DROP INDEX transactions_account;
CREATE INDEX transactions_company ON transactions (issuer_id, company_id, posting_date, id);
CREATE INDEX transactions_account ON transactions (issuer_id, account_id, posting_date, id);
-- A transaction by its id alone, in whatever month.
CREATE INDEX transactions_id ON transactions (id);

ALTER TABLE transactions
  -- What it was bought for, in the cardholder's words.
  ADD COLUMN purpose text CHECK (length(purpose) BETWEEN 1 AND 255),
  -- The scheme that it was allocated by, and the codes that the scheme had then (CD.41).
  ADD COLUMN scheme_id uuid,
  ADD COLUMN scheme_version char(32) CHECK (scheme_version ~ '^[0-9a-f]{32}$'),
  -- The company's custom data fields, by the id of their declaration (CD.44).
  ADD COLUMN custom_values jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(custom_values) = 'object'),
  ADD CHECK ((scheme_id IS NULL) = (scheme_version IS NULL));

-- How the billed amount is divided: one line for the whole, or 2 to 100 splits (C5.033, CD.43).
CREATE TABLE allocations (
  issuer_id uuid NOT NULL,
  posting_date date NOT NULL,
  transaction_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 100),
  -- In the currency of the billed amount, with its sign.
  amount numeric(19, 4) NOT NULL,
  -- What was typed, where it was divided by percentage.
  percent numeric(9, 6) CHECK (percent BETWEEN 0 AND 100),
  tax_amount numeric(19, 4),
  description text CHECK (length(description) BETWEEN 1 AND 255),
  -- The accounting codes, by the id of their declaration: the code of a value, or what was typed.
  codes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(codes) = 'object'),
  PRIMARY KEY (issuer_id, posting_date, transaction_id, position),
  FOREIGN KEY (issuer_id, posting_date, transaction_id) REFERENCES transactions (issuer_id, posting_date, id) ON DELETE CASCADE
) PARTITION BY RANGE (posting_date);

-- The parts are the whole, to the cent, when the transaction that writes them ends (C5.034).
CREATE FUNCTION check_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key record := coalesce(NEW, OLD);
  whole record;
  parts record;
BEGIN
  SELECT billed_amount AS amount, tax_amount AS tax INTO whole FROM transactions t
  WHERE (t.issuer_id, t.posting_date, t.id) = (key.issuer_id, key.posting_date, key.transaction_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT count(*) AS count, max(position) AS last, sum(amount) AS amount, sum(tax_amount) AS tax,
    min(sign(amount)) AS least, max(sign(amount)) AS most INTO parts
  FROM allocations a
  WHERE (a.issuer_id, a.posting_date, a.transaction_id) = (key.issuer_id, key.posting_date, key.transaction_id);
  IF parts.count = 0 THEN RETURN NULL; END IF;
  IF parts.last <> parts.count THEN
    RAISE EXCEPTION 'the splits of transaction % are not numbered through', key.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF parts.amount <> whole.amount OR parts.tax IS DISTINCT FROM whole.tax THEN
    RAISE EXCEPTION 'the splits of transaction % do not total it', key.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF parts.least < 0 AND parts.most > 0 THEN
    RAISE EXCEPTION 'the splits of transaction % have different signs', key.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER allocations_total AFTER INSERT OR UPDATE OR DELETE ON allocations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();

-- Goods and services on one transaction: quantity and unit cost (CD.41).
CREATE TABLE transaction_lines (
  issuer_id uuid NOT NULL,
  posting_date date NOT NULL,
  transaction_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 1000),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 255),
  product_code text CHECK (length(product_code) BETWEEN 1 AND 40),
  quantity numeric(19, 6) NOT NULL CHECK (quantity <> 0),
  unit_of_measure text CHECK (length(unit_of_measure) BETWEEN 1 AND 12),
  unit_cost numeric(19, 4) NOT NULL CHECK (unit_cost >= 0),
  tax_amount numeric(19, 4),
  amount numeric(19, 4) NOT NULL,
  PRIMARY KEY (issuer_id, posting_date, transaction_id, position),
  FOREIGN KEY (issuer_id, posting_date, transaction_id) REFERENCES transactions (issuer_id, posting_date, id) ON DELETE CASCADE
) PARTITION BY RANGE (posting_date);

-- How somebody divides again and again: theirs to delete, everybody of the company may use it (C6.025).
CREATE TABLE split_profiles (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Each with percent, description and codes.
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) BETWEEN 2 AND 100),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, scheme_id) REFERENCES setup_records (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, owner_id) REFERENCES users (issuer_id, id)
);
CREATE UNIQUE INDEX split_profiles_name ON split_profiles (issuer_id, company_id, lower(name));

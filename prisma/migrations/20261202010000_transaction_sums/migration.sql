-- Sums of transactions by company, month and what else most reports over a whole company or issuer ask for (decision 0183).
-- They are exact: whoever writes transactions notes in the same statement what that changes, and readers add both up.

-- The issuers whose sums are kept; of others reports add up the transactions themselves.
CREATE TABLE transaction_sum_issuers (
  issuer_id uuid PRIMARY KEY REFERENCES issuers (id),
  built_at timestamptz NOT NULL,
  -- When the sums were last compared with all transactions.
  checked_at timestamptz NOT NULL CHECK (checked_at >= built_at)
);

CREATE TABLE transaction_sums (
  issuer_id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The first day of the month of posting.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  type transaction_type NOT NULL,
  state transaction_state NOT NULL,
  billed_currency char(3) NOT NULL,
  currency char(3) NOT NULL,
  -- Empty: the transactions have none.
  merchant_category_code char(4) NOT NULL,
  -- Of transactions. No sum of the product's own has none for long.
  count bigint NOT NULL,
  billed_amount numeric(30, 4) NOT NULL,
  amount numeric(30, 4) NOT NULL,
  PRIMARY KEY (issuer_id, company_id, month, type, state, billed_currency, currency, merchant_category_code),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id) ON DELETE CASCADE
);

-- What has changed since the sums were folded, one row for each sum that a statement changed: nobody waits for a row that
-- others write.
CREATE TABLE transaction_sum_changes (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  company_id uuid NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  type transaction_type NOT NULL,
  state transaction_state NOT NULL,
  billed_currency char(3) NOT NULL,
  currency char(3) NOT NULL,
  merchant_category_code char(4) NOT NULL,
  -- What is added to each; less than zero where transactions left the sum.
  count bigint NOT NULL,
  billed_amount numeric(30, 4) NOT NULL,
  amount numeric(30, 4) NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id) ON DELETE CASCADE
);

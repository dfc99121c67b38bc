-- What an account owed when a cycle closed, by opening, charges, payments and closing.
CREATE TABLE account_statements (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- The last day of the cycle, and the day after the cycle before; null for the first.
  closed_on date NOT NULL,
  opened_on date,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  opening numeric(19,4) NOT NULL,
  -- What was charged less what was credited.
  charges numeric(19,4) NOT NULL,
  payments numeric(19,4) NOT NULL,
  closing numeric(19,4) NOT NULL,
  -- All payments up to the closing, from which the next statement counts its own.
  paid_through numeric(19,4) NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES nodes (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT account_statements_agree CHECK (closing = opening + charges - payments),
  CONSTRAINT account_statements_days CHECK (opened_on <= closed_on)
);
CREATE UNIQUE INDEX account_statements_closed ON account_statements (issuer_id, account_id, closed_on);
CREATE UNIQUE INDEX account_statements_account ON account_statements (issuer_id, account_id, id);
CREATE INDEX account_statements_newest ON account_statements (issuer_id, closed_on, id);

-- The last cycle of each company that was closed.
CREATE TABLE statement_closings (
  issuer_id uuid NOT NULL,
  company_id uuid NOT NULL,
  closed_on date NOT NULL,
  PRIMARY KEY (issuer_id, company_id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id) ON DELETE CASCADE
);

-- The part of what retention has deleted that was payments.
ALTER TABLE account_balances ADD COLUMN carried_paid numeric(19,4) NOT NULL DEFAULT 0;

-- The statement that a payment pays, of the same account.
ALTER TABLE payments
  ADD COLUMN statement_id uuid,
  ADD CONSTRAINT payments_statement FOREIGN KEY (issuer_id, account_id, statement_id)
    REFERENCES account_statements (issuer_id, account_id, id);
CREATE INDEX payments_of_statement ON payments (issuer_id, statement_id) WHERE statement_id IS NOT NULL;

-- Money that a company gave a cardholder beforehand; what their expense reports leave to be paid back is set against it.
CREATE TABLE cash_advances (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- Where its owner stood in the structure.
  account_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  paid_on date NOT NULL,
  purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 255),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount numeric(19, 4) NOT NULL CHECK (amount > 0),
  -- The sum of its shares on reports.
  settled numeric(19, 4) NOT NULL DEFAULT 0 CHECK (settled >= 0),
  -- What was given back in money.
  returned numeric(19, 4) NOT NULL DEFAULT 0 CHECK (returned >= 0),
  entered_at timestamptz NOT NULL,
  -- Users of the issuer; a deleted one stays named here, as in the audit.
  entered_by uuid NOT NULL,
  closed_at timestamptz,
  closed_by uuid,
  close_reason text CHECK (length(close_reason) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES accounts (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_id) REFERENCES users (issuer_id, id),
  -- No more of it is used up than was given.
  CONSTRAINT cash_advances_open CHECK (settled + returned <= amount),
  CONSTRAINT cash_advances_closed CHECK (
    num_nulls(closed_at, closed_by, close_reason) = CASE WHEN returned > 0 THEN 0 ELSE 3 END),
  -- Nobody gives themselves money.
  CONSTRAINT cash_advances_own CHECK (entered_by <> owner_id)
);
CREATE INDEX cash_advances_of_owner ON cash_advances (issuer_id, owner_id, paid_on, id);
CREATE INDEX cash_advances_entered ON cash_advances (issuer_id, entered_at, id);

-- What of an advance a report is set against: as much as both leave.
CREATE TABLE advance_shares (
  issuer_id uuid NOT NULL,
  report_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  amount numeric(19, 4) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (issuer_id, report_id, advance_id),
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id),
  FOREIGN KEY (issuer_id, advance_id) REFERENCES cash_advances (issuer_id, id)
);
CREATE INDEX advance_shares_of_advance ON advance_shares (issuer_id, advance_id);

-- An advance leaves its owner nothing to pay: it is set against what is to be paid back, and no more.
ALTER TABLE payable_entries
  ADD COLUMN advance numeric(19, 4) NOT NULL DEFAULT 0 CHECK (advance >= 0),
  ADD CONSTRAINT payable_entries_advance CHECK (advance = 0 OR advance <= own - personal);
ALTER TABLE repayments
  ADD COLUMN advance numeric(19, 4) NOT NULL DEFAULT 0 CHECK (advance >= 0),
  DROP CONSTRAINT repayments_amount,
  ADD CONSTRAINT repayments_amount CHECK (
    amount > 0 AND amount = CASE direction WHEN 'credit' THEN own - personal - advance ELSE personal - own END);

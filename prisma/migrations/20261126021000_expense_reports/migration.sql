-- Expense reports: what a cardholder spent, by company card and from their own money, for one approval.
CREATE TYPE expense_report_state AS ENUM ('saved', 'submitted', 'approved');

CREATE TABLE expense_reports (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The card account that it is about: its place in the structure.
  account_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 255),
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- The company's, when it was made.
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  state expense_report_state NOT NULL DEFAULT 'saved',
  submitted_at timestamptz,
  -- Whom it waits for; none: whoever may approve it.
  approver_id uuid,
  rerouted_at timestamptz,
  approved_at timestamptz,
  approved_by uuid,
  -- It came back, and has not been submitted since.
  declined_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES accounts (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, approver_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, approved_by) REFERENCES users (issuer_id, id),
  CONSTRAINT expense_reports_period CHECK (first_day <= last_day),
  CONSTRAINT expense_reports_submitted CHECK ((state = 'saved') = (submitted_at IS NULL)),
  CONSTRAINT expense_reports_approved CHECK ((state = 'approved') = (approved_at IS NOT NULL)
    AND (approved_at IS NULL) = (approved_by IS NULL)),
  CONSTRAINT expense_reports_rerouted CHECK (rerouted_at IS NULL OR (state <> 'saved' AND approver_id IS NOT NULL)),
  CONSTRAINT expense_reports_waits CHECK (state <> 'saved' OR approver_id IS NULL),
  CONSTRAINT expense_reports_declined CHECK (declined_at IS NULL OR state = 'saved'),
  -- Nobody approves their own.
  CONSTRAINT expense_reports_own CHECK (approver_id <> owner_id AND approved_by <> owner_id)
);
CREATE INDEX expense_reports_owner ON expense_reports (issuer_id, owner_id, created_at, id);
CREATE INDEX expense_reports_company ON expense_reports (issuer_id, company_id, created_at, id);
CREATE INDEX expense_reports_waiting ON expense_reports (issuer_id, approver_id) WHERE state = 'submitted';

CREATE TABLE expense_report_lines (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  -- A card charge, or else what follows: paid from one's own money.
  posting_date date,
  transaction_id uuid,
  spent_on date,
  merchant text CHECK (length(merchant) BETWEEN 1 AND 80),
  -- A set-up record, and its name at the time.
  expense_type_id uuid,
  expense_type text CHECK (length(expense_type) BETWEEN 1 AND 60),
  amount numeric(19, 4) CHECK (amount > 0),
  description text CHECK (length(description) BETWEEN 1 AND 255),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, posting_date, transaction_id) REFERENCES transactions (issuer_id, posting_date, id),
  CONSTRAINT expense_report_lines_kind CHECK (CASE WHEN transaction_id IS NULL
    THEN posting_date IS NULL AND num_nulls(spent_on, merchant, expense_type_id, expense_type, amount, description) = 0
    ELSE posting_date IS NOT NULL AND num_nonnulls(spent_on, merchant, expense_type_id, expense_type, amount, description) = 0 END)
);
-- A charge is on one report at most.
CREATE UNIQUE INDEX expense_report_lines_charge ON expense_report_lines (issuer_id, posting_date, transaction_id);
CREATE INDEX expense_report_lines_report ON expense_report_lines (issuer_id, report_id);

-- The way of a report, which its page shows.
CREATE TABLE expense_report_events (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  event text NOT NULL CHECK (event IN ('submit', 'recall', 'approve', 'decline', 'reroute')),
  -- Users of the issuer; a deleted one stays named here, as in the audit.
  actor_id uuid NOT NULL,
  -- For whom the actor stood in.
  behalf_of uuid,
  -- To whom it went.
  approver_id uuid,
  reason text CHECK (length(reason) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT expense_report_events_reason CHECK (event <> 'decline' OR reason IS NOT NULL)
);
CREATE INDEX expense_report_events_report ON expense_report_events (issuer_id, report_id, occurred_at);

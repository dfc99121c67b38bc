-- Disputes of transactions: a draft, then a form that stays as it was submitted, and what the issuer decided on it.
CREATE TYPE dispute_state AS ENUM ('draft', 'submitted', 'under_review', 'won', 'lost', 'withdrawn');

CREATE TABLE disputes (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- People name it by this: D-000123.
  number integer NOT NULL CHECK (number > 0),
  -- The transaction, with its place as it was booked, and its merchant as people read it on the form.
  transaction_id uuid NOT NULL,
  posting_date date NOT NULL,
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  merchant_name text NOT NULL CHECK (length(merchant_name) BETWEEN 1 AND 80),
  state dispute_state NOT NULL DEFAULT 'draft',
  -- The form. The reason is written out, so that a later change of the list doesn't change what was submitted.
  reason_id uuid NOT NULL,
  reason_code text NOT NULL CHECK (length(reason_code) BETWEEN 1 AND 2),
  reason_name text NOT NULL CHECK (length(reason_name) BETWEEN 1 AND 75),
  amount numeric(19,4) NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  explanation text NOT NULL CHECK (length(explanation) BETWEEN 1 AND 1024),
  contacted_on date,
  merchant_answer text CHECK (length(merchant_answer) BETWEEN 1 AND 255),
  -- The values of the reason's own fields, each with its label.
  answers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(answers) = 'array' AND jsonb_array_length(answers) <= 99),
  -- The last day on which it may be submitted.
  file_by date NOT NULL,
  opened_by uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  submitted_by uuid,
  submitted_at timestamptz,
  -- The issuer's work on it.
  credit_amount numeric(19,4) CHECK (credit_amount > 0 AND credit_amount <= amount),
  credit_on date,
  -- Why it was decided so, or withdrawn.
  note text CHECK (length(note) BETWEEN 1 AND 1024),
  ended_by uuid,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES nodes (issuer_id, id),
  FOREIGN KEY (issuer_id, reason_id) REFERENCES setup_records (issuer_id, id),
  FOREIGN KEY (issuer_id, opened_by) REFERENCES users (issuer_id, id),
  CONSTRAINT disputes_in_time CHECK (file_by >= posting_date),
  CONSTRAINT disputes_submission CHECK (
    (state = 'draft') = (submitted_at IS NULL) AND (submitted_at IS NULL) = (submitted_by IS NULL)),
  CONSTRAINT disputes_credit CHECK (
    (credit_amount IS NULL) = (credit_on IS NULL) AND (credit_on IS NULL OR state NOT IN ('draft', 'submitted'))),
  CONSTRAINT disputes_end CHECK (
    (state IN ('won', 'lost', 'withdrawn')) = (ended_at IS NOT NULL)
    AND (ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX disputes_number ON disputes (issuer_id, number);
-- A transaction has one dispute at a time.
CREATE UNIQUE INDEX disputes_live ON disputes (issuer_id, transaction_id)
  WHERE state IN ('draft', 'submitted', 'under_review');
CREATE INDEX disputes_transaction ON disputes (issuer_id, transaction_id);
CREATE INDEX disputes_account ON disputes (issuer_id, account_id);
CREATE INDEX disputes_opened ON disputes (issuer_id, opened_at, id);
-- The issuer's desk, by the days that are left.
CREATE INDEX disputes_desk ON disputes (issuer_id, file_by, id) WHERE state IN ('submitted', 'under_review');

-- A submitted form stays as it was (C4.034). Whoever opened it may be merged into another user.
CREATE FUNCTION keep_submitted_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_columns CONSTANT text[] := ARRAY['state', 'credit_amount', 'credit_on', 'note', 'ended_by', 'ended_at', 'version', 'opened_by'];
BEGIN
  IF OLD.state = 'draft' OR (TG_OP = 'DELETE' AND OLD.state IN ('won', 'lost', 'withdrawn')) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - open_columns IS DISTINCT FROM to_jsonb(OLD) - open_columns OR NEW.state = 'draft' THEN
    RAISE EXCEPTION 'dispute % is submitted and can not be changed', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER disputes_stay_submitted BEFORE UPDATE OR DELETE ON disputes
  FOR EACH ROW EXECUTE FUNCTION keep_submitted_dispute();

-- Reasons for disputes get a code: those that are there are numbered in their order, after any code they may have.
WITH numbered AS (
  SELECT issuer_id, id, owner_id, lpad(row_number() OVER (PARTITION BY issuer_id, owner_id ORDER BY position, id)::text, 2, '0') AS code
  FROM setup_records WHERE entity = 'dispute-reason'
), coded AS (
  UPDATE setup_records r SET code = n.code FROM numbered n
  WHERE (r.issuer_id, r.id) = (n.issuer_id, n.id) AND r.code IS NULL
  RETURNING r.issuer_id, r.owner_id, r.id, r.code
)
INSERT INTO setup_record_keys (issuer_id, within_id, entity, key, value, record_id)
SELECT issuer_id, owner_id, 'dispute-reason', 'code', code, id FROM coded;

-- Day allowances on expense reports: the time of a trip, and what each of its days was paid by.
CREATE TABLE expense_allowances (
  issuer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  -- By the clocks where the trip began and ended.
  starts_at timestamp(0) NOT NULL,
  ends_at timestamp(0) NOT NULL,
  PRIMARY KEY (issuer_id, line_id),
  FOREIGN KEY (issuer_id, line_id) REFERENCES expense_report_lines (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT expense_allowances_order CHECK (starts_at < ends_at)
);

CREATE TABLE expense_allowance_days (
  issuer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  day date NOT NULL,
  -- A set-up record; what it said at the time is in the amounts.
  rate_id uuid NOT NULL,
  minutes smallint NOT NULL CHECK (minutes BETWEEN 0 AND 1440),
  extent text NOT NULL CHECK (extent IN ('full', 'part', 'none')),
  -- The meals that were provided.
  breakfast boolean NOT NULL DEFAULT false,
  lunch boolean NOT NULL DEFAULT false,
  dinner boolean NOT NULL DEFAULT false,
  base numeric(19, 4) NOT NULL CHECK (base >= 0),
  -- For the meals: a day never comes to less than nothing.
  deducted numeric(19, 4) NOT NULL DEFAULT 0,
  PRIMARY KEY (issuer_id, line_id, day),
  FOREIGN KEY (issuer_id, line_id) REFERENCES expense_allowances (issuer_id, line_id) ON DELETE CASCADE,
  CONSTRAINT expense_allowance_days_deducted CHECK (deducted BETWEEN 0 AND base),
  CONSTRAINT expense_allowance_days_nothing CHECK (extent <> 'none' OR base = 0)
);
CREATE INDEX expense_allowance_days_rate ON expense_allowance_days (issuer_id, rate_id);

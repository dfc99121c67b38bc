-- The files by which what approved expense reports leave to be paid back or owed goes out to payroll.
CREATE TABLE payable_files (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- Counted by company.
  number integer NOT NULL CHECK (number > 0),
  report_count integer NOT NULL CHECK (report_count > 0),
  written_at timestamptz NOT NULL,
  -- Users of the issuer; a deleted one stays named here, as in the audit.
  written_by uuid NOT NULL,
  -- The sealed bytes, the same each time: as CSV and as a spreadsheet.
  csv_id uuid NOT NULL,
  sheet_id uuid NOT NULL,
  -- Whether its reports are out with it: until it is voided.
  stands boolean NOT NULL DEFAULT true,
  voided_at timestamptz,
  voided_by uuid,
  void_reason text CHECK (length(void_reason) BETWEEN 1 AND 255),
  PRIMARY KEY (issuer_id, id),
  UNIQUE (issuer_id, id, stands),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, csv_id) REFERENCES large_files (issuer_id, id),
  FOREIGN KEY (issuer_id, sheet_id) REFERENCES large_files (issuer_id, id),
  CONSTRAINT payable_files_voided CHECK (num_nulls(voided_at, voided_by, void_reason) = CASE WHEN stands THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX payable_files_number ON payable_files (issuer_id, company_id, number);
CREATE INDEX payable_files_written ON payable_files (issuer_id, written_at, id);

-- The report of each row of a file, with its amounts at the time.
CREATE TABLE payable_entries (
  issuer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  report_id uuid NOT NULL,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  own numeric(19, 4) NOT NULL CHECK (own >= 0),
  personal numeric(19, 4) NOT NULL CHECK (personal >= 0),
  -- As its file does.
  stands boolean NOT NULL DEFAULT true,
  PRIMARY KEY (issuer_id, file_id, report_id),
  FOREIGN KEY (issuer_id, file_id, stands) REFERENCES payable_files (issuer_id, id, stands)
    DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id),
  -- A report that leaves nothing to pay is in no file.
  CONSTRAINT payable_entries_due CHECK (own + personal > 0)
);
-- A report is in one file that stands.
CREATE UNIQUE INDEX payable_entries_once ON payable_entries (issuer_id, report_id) WHERE stands;

CREATE INDEX expense_reports_approved_of ON expense_reports (issuer_id, company_id) WHERE state = 'approved';

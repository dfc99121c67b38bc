-- Why an expense is as it is, where the expense policy asks for it (C1.003).
ALTER TABLE expense_report_lines
  ADD COLUMN explanation text CHECK (length(explanation) BETWEEN 1 AND 500);

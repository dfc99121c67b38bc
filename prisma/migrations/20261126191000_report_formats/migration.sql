-- Reports as PDF, XML and Parquet too.
ALTER TABLE report_runs
  DROP CONSTRAINT report_runs_format_check,
  ADD CONSTRAINT report_runs_format_check CHECK (format IN ('csv', 'xlsx', 'pdf', 'xml', 'parquet'));
ALTER TABLE report_schedules
  DROP CONSTRAINT report_schedules_format_check,
  ADD CONSTRAINT report_schedules_format_check CHECK (format IN ('csv', 'xlsx', 'pdf', 'xml', 'parquet'));

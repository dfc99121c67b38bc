-- A deleted schedule keeps its history, and can be restored for a while.
ALTER TABLE report_schedules
  ADD COLUMN deleted_at timestamptz(6),
  ADD CONSTRAINT report_schedules_deleted CHECK (deleted_at IS NULL OR next_at IS NULL);

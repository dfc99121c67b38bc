-- Schedules may attach a protected file to their mails, and mail it to addresses outside of the system.
ALTER TABLE report_schedules
  ADD COLUMN attached boolean NOT NULL DEFAULT false,
  ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
  -- The password of a deleted schedule is forgotten before the schedule is.
  ADD CONSTRAINT report_schedules_attached CHECK (NOT attached OR password IS NOT NULL OR deleted_at IS NOT NULL),
  ADD CONSTRAINT report_schedules_addresses CHECK (attached OR cardinality(addresses) = 0),
  ADD CONSTRAINT report_schedules_addresses_check CHECK (cardinality(addresses) <= 5 AND array_position(addresses, NULL) IS NULL);

-- Schedules of reports for everybody at a place, and after the feeds of one mapping.
ALTER TABLE report_schedules
  -- The place whose people get the report, whoever is there then, and their roles; none: every role.
  ADD COLUMN node_id uuid,
  ADD COLUMN roles user_role[] NOT NULL DEFAULT '{}' CHECK (array_position(roles, NULL) IS NULL AND NOT 'Z' = ANY(roles)),
  -- The mapping of the feeds after which it runs; none: after any.
  ADD COLUMN feed_mapping_id uuid,
  ADD CONSTRAINT report_schedules_roles CHECK (roles = '{}' OR node_id IS NOT NULL),
  ADD CONSTRAINT report_schedules_feed CHECK (feed_mapping_id IS NULL OR frequency = 'after_bookings'),
  ADD FOREIGN KEY (issuer_id, feed_mapping_id) REFERENCES feed_mappings (issuer_id, id),
  DROP CONSTRAINT report_schedules_pause_cause_check,
  ADD CONSTRAINT report_schedules_pause_cause_check CHECK (pause_cause IN ('owner', 'failures', 'cycle', 'fiscal', 'place', 'feed'));
CREATE INDEX report_schedules_feed_mapping ON report_schedules (issuer_id, feed_mapping_id) WHERE feed_mapping_id IS NOT NULL;

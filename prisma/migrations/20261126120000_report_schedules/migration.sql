-- Schedules of reports: when they run, for whom, and each time that they ran.
CREATE TABLE report_schedules (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_user_id uuid NOT NULL,
  -- The role that its owner made it with, whose rights are read again at each firing.
  assignment_id uuid NOT NULL,
  brand_name text NOT NULL CHECK (length(brand_name) BETWEEN 1 AND 60),
  -- The name of a standard report, or the id of a saved one.
  report text NOT NULL CHECK (length(report) BETWEEN 1 AND 60),
  definition_id uuid,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  -- A period in words, which becomes days at each firing; none: as the report says.
  period text CHECK (length(period) BETWEEN 1 AND 20),
  frequency text NOT NULL
    CHECK (frequency IN ('daily', 'weekdays', 'weekly', 'monthly', 'nth_weekday', 'last_business_day', 'cycle_end')),
  -- From 1, Monday, to 7, Sunday.
  weekdays smallint[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[] AND cardinality(weekdays) <= 7),
  month_day smallint CHECK (month_day BETWEEN 1 AND 31),
  -- 5: the last one.
  nth smallint CHECK (nth BETWEEN 1 AND 5),
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  -- The reporting cycle at whose end it runs, and how many business days later.
  cycle_id uuid,
  days_after smallint CHECK (days_after BETWEEN 0 AND 20),
  -- A time of the clock in a time zone of the IANA database.
  time_of_day text NOT NULL CHECK (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 60),
  starts_on date NOT NULL,
  ends_on date,
  -- The next firing; none: it is paused, or has come to its end.
  next_at timestamptz,
  paused_at timestamptz,
  pause_cause text CHECK (pause_cause IN ('owner', 'failures', 'cycle')),
  -- Failures before this instant no longer count.
  counted_from timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  CONSTRAINT report_schedules_definition CHECK (definition_id IS NULL OR report = definition_id::text),
  CONSTRAINT report_schedules_rule CHECK (
    (frequency = 'weekly') = (cardinality(weekdays) > 0)
    AND (frequency = 'monthly') = (month_day IS NOT NULL)
    AND (frequency = 'nth_weekday') = (nth IS NOT NULL)
    AND (frequency = 'nth_weekday') = (weekday IS NOT NULL)
    AND (frequency = 'cycle_end') = (cycle_id IS NOT NULL)
    AND (frequency = 'cycle_end') = (days_after IS NOT NULL)),
  CONSTRAINT report_schedules_range CHECK (ends_on >= starts_on),
  CONSTRAINT report_schedules_pause CHECK ((paused_at IS NULL) = (pause_cause IS NULL)),
  CONSTRAINT report_schedules_paused CHECK (paused_at IS NULL OR next_at IS NULL),
  FOREIGN KEY (issuer_id, owner_user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, definition_id) REFERENCES report_definitions (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX report_schedules_owner ON report_schedules (issuer_id, owner_user_id);
CREATE INDEX report_schedules_report ON report_schedules (issuer_id, definition_id);
CREATE INDEX report_schedules_next ON report_schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE report_recipients (
  issuer_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- When the schedule's owner was told that this person may no longer run the report.
  loss_told_at timestamptz,
  PRIMARY KEY (issuer_id, schedule_id, user_id),
  FOREIGN KEY (issuer_id, schedule_id) REFERENCES report_schedules (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX report_recipients_user ON report_recipients (issuer_id, user_id);

-- A firing of a schedule: its due time is there once, whichever worker saw it first.
CREATE TABLE report_firings (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  -- The day of the firing in the schedule's time zone, from which its period is counted.
  due_on date NOT NULL,
  fired_at timestamptz NOT NULL CHECK (fired_at >= due_at),
  failed_at timestamptz CHECK (failed_at >= fired_at),
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, schedule_id) REFERENCES report_schedules (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_firings_due ON report_firings (issuer_id, schedule_id, due_at);

-- What one person gets of a firing.
CREATE TABLE report_deliveries (
  issuer_id uuid NOT NULL,
  firing_id uuid NOT NULL,
  user_id uuid NOT NULL,
  run_id uuid NOT NULL,
  outcome text CHECK (outcome IN ('sent', 'not_permitted', 'failed')),
  PRIMARY KEY (issuer_id, firing_id, user_id),
  FOREIGN KEY (issuer_id, firing_id) REFERENCES report_firings (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_deliveries_run ON report_deliveries (issuer_id, run_id);
CREATE INDEX report_deliveries_user ON report_deliveries (issuer_id, user_id);

-- Whether a mail tells a user of each report that a schedule has sent.
ALTER TABLE users ADD COLUMN report_mails boolean NOT NULL DEFAULT true;

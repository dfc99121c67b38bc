-- Trips by a vehicle on expense reports: the distance, and the rate that the amount of their lines was worked out by.
CREATE TABLE expense_trips (
  issuer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  -- A set-up record, and what it said at the time.
  rate_id uuid NOT NULL,
  vehicle text NOT NULL CHECK (length(vehicle) BETWEEN 1 AND 60),
  unit text NOT NULL CHECK (unit IN ('kilometer', 'mile')),
  rate numeric(19, 4) NOT NULL CHECK (rate > 0),
  -- What each passenger adds to the rate.
  per_passenger numeric(19, 4) NOT NULL DEFAULT 0 CHECK (per_passenger >= 0),
  passengers smallint NOT NULL DEFAULT 0 CHECK (passengers BETWEEN 0 AND 8),
  distance numeric(8, 1) NOT NULL CHECK (distance > 0),
  odometer_start numeric(8, 1) CHECK (odometer_start >= 0),
  odometer_end numeric(8, 1),
  PRIMARY KEY (issuer_id, line_id),
  FOREIGN KEY (issuer_id, line_id) REFERENCES expense_report_lines (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT expense_trips_odometer CHECK (num_nonnulls(odometer_start, odometer_end) <> 1
    AND odometer_start < odometer_end),
  CONSTRAINT expense_trips_read CHECK (distance = odometer_end - odometer_start)
);
CREATE INDEX expense_trips_rate ON expense_trips (issuer_id, rate_id);

-- A trip that somebody makes for their company, with what becomes the lines of its expense report.
CREATE TABLE business_trips (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The card account that its report is of.
  account_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  destinations text NOT NULL CHECK (length(destinations) BETWEEN 1 AND 255),
  purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 255),
  -- By the clocks where it begins and ends.
  first_day date NOT NULL,
  departure time(0) NOT NULL,
  last_day date NOT NULL,
  arrival time(0) NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, account_id) REFERENCES accounts (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_id) REFERENCES users (issuer_id, id),
  CONSTRAINT business_trips_time CHECK (
    (first_day + departure) < (last_day + arrival) AND last_day - first_day < 62)
);
CREATE INDEX business_trips_of_owner ON business_trips (issuer_id, owner_id, first_day, id);
CREATE INDEX business_trips_by_day ON business_trips (issuer_id, first_day, id);

-- The report that was made of a trip. When the report is deleted, the trip has none again.
CREATE TABLE business_trip_reports (
  issuer_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  report_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, trip_id),
  FOREIGN KEY (issuer_id, trip_id) REFERENCES business_trips (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, report_id) REFERENCES expense_reports (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX business_trip_reports_report ON business_trip_reports (issuer_id, report_id);

-- The days of a trip that a day allowance is asked for.
CREATE TABLE business_trip_days (
  issuer_id uuid NOT NULL,
  trip_id uuid NOT NULL,
  day date NOT NULL,
  -- The name of an allowance rate.
  destination text NOT NULL CHECK (length(destination) BETWEEN 1 AND 60),
  breakfast boolean NOT NULL,
  lunch boolean NOT NULL,
  dinner boolean NOT NULL,
  PRIMARY KEY (issuer_id, trip_id, day),
  FOREIGN KEY (issuer_id, trip_id) REFERENCES business_trips (issuer_id, id) ON DELETE CASCADE
);

-- What was driven on a trip in one's own vehicle.
CREATE TABLE business_trip_drives (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  trip_id uuid NOT NULL,
  day date NOT NULL,
  vehicle text NOT NULL CHECK (length(vehicle) BETWEEN 1 AND 60),
  route text NOT NULL CHECK (length(route) BETWEEN 1 AND 80),
  distance numeric(8, 1) NOT NULL,
  odometer_start numeric(8, 1),
  odometer_end numeric(8, 1),
  passengers smallint NOT NULL CHECK (passengers BETWEEN 0 AND 8),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 255),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, trip_id) REFERENCES business_trips (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT business_trip_drives_distance CHECK (distance > 0 AND distance <= 99999.9),
  CONSTRAINT business_trip_drives_odometer CHECK (
    num_nulls(odometer_start, odometer_end) IN (0, 2)
    AND (odometer_start IS NULL OR (odometer_start >= 0 AND odometer_end - odometer_start = distance)))
);
CREATE INDEX business_trip_drives_of_trip ON business_trip_drives (issuer_id, trip_id, day, id);

-- The bookings of a trip are found by its days.
CREATE INDEX central_travel_bookings_days ON central_travel_bookings (issuer_id, company_id, from_on);

-- An allowance for a part of a trip: its first or its last day goes on at another destination.
ALTER TABLE expense_allowances
  ADD COLUMN follows boolean NOT NULL DEFAULT false,
  ADD COLUMN goes_on boolean NOT NULL DEFAULT false;

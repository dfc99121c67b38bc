-- Bookings that travel agencies report, and the charges of central travel accounts that carry them.
CREATE TABLE central_travel_files (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  template_id uuid NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 255),
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  -- Why it was refused as a whole, by row and column.
  faults jsonb NOT NULL CHECK (jsonb_typeof(faults) = 'array'),
  bookings integer NOT NULL CHECK (bookings >= 0),
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, template_id) REFERENCES setup_records (issuer_id, id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id),
  CONSTRAINT central_travel_files_refused CHECK ((bookings = 0) = (jsonb_array_length(faults) > 0))
);
-- The same content is imported once.
CREATE UNIQUE INDEX central_travel_files_content ON central_travel_files (issuer_id, company_id, content_hash)
  WHERE bookings > 0;
CREATE INDEX central_travel_files_template ON central_travel_files (issuer_id, template_id, uploaded_at);
CREATE INDEX central_travel_files_user ON central_travel_files (issuer_id, user_id);

CREATE TYPE central_travel_result AS ENUM ('matched', 'several', 'none', 'already');

CREATE TABLE central_travel_bookings (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  file_id uuid NOT NULL,
  row_number integer NOT NULL CHECK (row_number > 0),
  booking_number text CHECK (length(booking_number) BETWEEN 1 AND 40),
  ticket_number text CHECK (length(ticket_number) BETWEEN 1 AND 40),
  traveller text NOT NULL CHECK (length(traveller) BETWEEN 1 AND 100),
  employee_number text CHECK (length(employee_number) BETWEEN 1 AND 40),
  route text CHECK (length(route) BETWEEN 1 AND 200),
  from_on date,
  to_on date,
  booked_on date,
  carrier text CHECK (length(carrier) BETWEEN 1 AND 100),
  agent_reference text CHECK (length(agent_reference) BETWEEN 1 AND 60),
  amount numeric(19,4) NOT NULL,
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  cost_centre text CHECK (length(cost_centre) BETWEEN 1 AND 60),
  result central_travel_result NOT NULL DEFAULT 'none',
  -- By what its charge was found.
  matched_by text CHECK (matched_by IN ('ticket', 'booking', 'amount', 'hand')),
  transaction_id uuid,
  -- A person took it off its charge: no rule matches it again.
  left_to_hand boolean NOT NULL DEFAULT false,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, company_id) REFERENCES companies (issuer_id, id),
  FOREIGN KEY (issuer_id, file_id) REFERENCES central_travel_files (issuer_id, id),
  CONSTRAINT central_travel_bookings_number CHECK (booking_number IS NOT NULL OR ticket_number IS NOT NULL),
  CONSTRAINT central_travel_bookings_days CHECK (from_on <= to_on),
  CONSTRAINT central_travel_bookings_matched CHECK (
    (result::text = 'matched') = (transaction_id IS NOT NULL) AND (matched_by IS NULL) = (transaction_id IS NULL))
);
-- A charge is of one booking.
CREATE UNIQUE INDEX central_travel_bookings_charge ON central_travel_bookings (issuer_id, transaction_id);
CREATE UNIQUE INDEX central_travel_bookings_row ON central_travel_bookings (issuer_id, file_id, row_number);
CREATE INDEX central_travel_bookings_company ON central_travel_bookings (issuer_id, company_id, result);

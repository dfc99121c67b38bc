-- Whether the system is under maintenance: a row while it is, for the whole installation.
CREATE TABLE maintenance (
  active boolean PRIMARY KEY DEFAULT true CHECK (active),
  begun_at timestamptz NOT NULL,
  expected_end timestamptz NOT NULL CHECK (expected_end > begun_at)
);

-- What was read on an attached file, by the product itself. The files are those of transactions and of receipts.
CREATE TABLE receipt_readings (
  issuer_id uuid NOT NULL,
  attachment_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'read', 'unreadable')),
  added_at timestamptz NOT NULL,
  -- When it was last begun, and how often: a file that ends the process that reads it is given up.
  begun_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 3),
  -- The words in the order of reading, each with its line and its place on the picture.
  words jsonb,
  PRIMARY KEY (issuer_id, attachment_id),
  FOREIGN KEY (issuer_id, attachment_id) REFERENCES attachments (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT receipt_readings_words CHECK ((state = 'read') = (words IS NOT NULL))
);
CREATE INDEX receipt_readings_waiting ON receipt_readings (added_at) WHERE state = 'waiting';

INSERT INTO receipt_readings (issuer_id, attachment_id, added_at)
SELECT issuer_id, id, added_at FROM attachments WHERE entity IN ('transaction', 'receipt') AND position IS NOT NULL;

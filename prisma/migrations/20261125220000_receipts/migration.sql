-- Receipts that people keep until their charge is there: in the box of their owner, or on one charge.
CREATE TABLE receipts (
  issuer_id uuid NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  -- Its file, which is attached to the receipt in the box and to the charge afterwards.
  attachment_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  taken_on date NOT NULL,
  -- What it says was paid, in whatever currency; none until somebody types it.
  amount numeric(19,4) CHECK (amount > 0),
  added_at timestamptz NOT NULL,
  -- The charge it is matched to; none in the box.
  transaction_id uuid,
  PRIMARY KEY (issuer_id, id),
  FOREIGN KEY (issuer_id, owner_id) REFERENCES users (issuer_id, id),
  FOREIGN KEY (issuer_id, attachment_id) REFERENCES attachments (issuer_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX receipts_attachment ON receipts (issuer_id, attachment_id);
-- The same file is in a box once.
CREATE UNIQUE INDEX receipts_box ON receipts (issuer_id, owner_id, sha256) WHERE transaction_id IS NULL;

-- Finds the same file elsewhere.
CREATE INDEX attachments_same ON attachments (issuer_id, sha256);

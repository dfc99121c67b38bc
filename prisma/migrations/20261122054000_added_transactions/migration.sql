-- What somebody paid out of their own pocket, in cash or otherwise, is added by hand (C2.017).
ALTER TABLE transactions
  -- A user of the issuer; null for what the bank posted.
  ADD COLUMN added_by uuid,
  ADD CHECK (added_by IS NULL OR type = 'out_of_pocket');

-- The words of receipts are sealed as their files are. Those that were kept in the clear are read again.
UPDATE receipt_readings SET state = 'waiting', begun_at = NULL, attempts = 0, words = NULL WHERE state = 'read';
ALTER TABLE receipt_readings ALTER COLUMN words TYPE bytea USING NULL;

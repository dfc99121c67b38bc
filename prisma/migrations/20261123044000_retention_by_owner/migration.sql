-- Months that are over are dropped by the owner of their tables, whoever asks for it, like those that are made.
ALTER FUNCTION drop_empty_transaction_partitions(date) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE ALL ON FUNCTION drop_empty_transaction_partitions(date) FROM PUBLIC;

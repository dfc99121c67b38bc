-- A source reference stands for one transaction of its issuer, whatever day it was posted (CD.41). A partitioned table
-- can hold that only for each day, so the references have a table of their own, which every writer fills.
CREATE TABLE transaction_references (
  issuer_id uuid NOT NULL,
  source_reference text NOT NULL,
  posting_date date NOT NULL,
  transaction_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, source_reference)
);
INSERT INTO transaction_references SELECT issuer_id, source_reference, posting_date, id FROM transactions;

-- For each statement, not for each row: COPY of a million rows is one insert more.
CREATE FUNCTION keep_transaction_references() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transaction_references SELECT issuer_id, source_reference, posting_date, id FROM written;
  ELSE
    DELETE FROM transaction_references r USING written w
    WHERE (r.issuer_id, r.source_reference) = (w.issuer_id, w.source_reference);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_references_written AFTER INSERT ON transactions REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_references();
CREATE TRIGGER transactions_references_gone AFTER DELETE ON transactions REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_references();

-- What a transaction is known by stays: allocations, history and the reference point to it.
CREATE FUNCTION keep_transaction_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what names transaction % can not be changed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transactions_identity BEFORE UPDATE ON transactions FOR EACH ROW
  WHEN ((OLD.issuer_id, OLD.posting_date, OLD.id, OLD.source_reference)
    IS DISTINCT FROM (NEW.issuer_id, NEW.posting_date, NEW.id, NEW.source_reference))
  EXECUTE FUNCTION keep_transaction_identity();

ALTER TABLE transactions DROP CONSTRAINT transactions_issuer_id_posting_date_source_reference_key;

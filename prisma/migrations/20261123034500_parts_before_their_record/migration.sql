-- A copy of a record writes the parts first and the record itself at the end, so that nothing else of its owner waits
-- for thousands of parts: only the commit asks for the record that they are part of (C4.036).
ALTER TABLE setup_records
  ALTER CONSTRAINT setup_records_issuer_id_parent_id_owner_id_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- Nobody deletes a user, so nothing needs to be set to null; and a key with such an action can't be distributed by issuer.
ALTER TABLE registrations
  DROP CONSTRAINT registrations_issuer_id_user_id_fkey,
  ADD CONSTRAINT registrations_issuer_id_user_id_fkey FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id);

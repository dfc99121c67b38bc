-- The names of roles are texts of a brand too, and their keys have capitals (role.A).
ALTER TABLE brand_texts
  DROP CONSTRAINT brand_texts_key_check,
  ADD CONSTRAINT brand_texts_key_check CHECK (key ~ '^[A-Za-z0-9.]{1,100}$');

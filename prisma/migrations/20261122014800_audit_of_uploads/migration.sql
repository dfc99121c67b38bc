-- Every record that an upload changes gets audit entries of its own, written in parts after the upload is applied:
-- the last row of the file that has them.
ALTER TABLE structure_uploads ADD COLUMN audited_row integer NOT NULL DEFAULT 0 CHECK (audited_row >= 0);

-- What a receipt looks like: where the ink is on it once it lies straight; null for what is no picture, or not read yet.
ALTER TABLE receipt_readings ADD COLUMN looks bit(256);

-- Files that are pictures of the same receipt, by what they look like and by the numbers on them. Found once, when the second
-- of them was read.
CREATE TABLE receipt_likes (
  issuer_id uuid NOT NULL,
  attachment_id uuid NOT NULL,
  like_id uuid NOT NULL,
  PRIMARY KEY (issuer_id, attachment_id, like_id),
  FOREIGN KEY (issuer_id, attachment_id) REFERENCES attachments (issuer_id, id) ON DELETE CASCADE,
  FOREIGN KEY (issuer_id, like_id) REFERENCES attachments (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT receipt_likes_other CHECK (attachment_id <> like_id)
);
CREATE INDEX receipt_likes_of_like ON receipt_likes (issuer_id, like_id);

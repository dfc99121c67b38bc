-- The small picture of an attached file, which the product makes by itself, sealed as the file is.
CREATE TABLE attachment_previews (
  issuer_id uuid NOT NULL,
  attachment_id uuid NOT NULL,
  -- 'none': no picture of it can be made.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'made', 'none')),
  added_at timestamptz NOT NULL,
  -- When it was last begun, and how often: a file that ends the process that draws it is given up.
  begun_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 3),
  thumbnail bytea CHECK (length(thumbnail) BETWEEN 1 AND 20480),
  -- The pages of a document; null for a picture.
  pages integer CHECK (pages >= 1),
  PRIMARY KEY (issuer_id, attachment_id),
  FOREIGN KEY (issuer_id, attachment_id) REFERENCES attachments (issuer_id, id) ON DELETE CASCADE,
  CONSTRAINT attachment_previews_thumbnail CHECK ((state = 'made') = (thumbnail IS NOT NULL)),
  CONSTRAINT attachment_previews_pages CHECK (pages IS NULL OR state = 'made')
);
CREATE INDEX attachment_previews_waiting ON attachment_previews (added_at) WHERE state = 'waiting';

-- The first pages of a document as pictures.
CREATE TABLE attachment_pages (
  issuer_id uuid NOT NULL,
  attachment_id uuid NOT NULL,
  page smallint NOT NULL CHECK (page BETWEEN 1 AND 20),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 1048576),
  PRIMARY KEY (issuer_id, attachment_id, page),
  FOREIGN KEY (issuer_id, attachment_id) REFERENCES attachment_previews (issuer_id, attachment_id) ON DELETE CASCADE
);

INSERT INTO attachment_previews (issuer_id, attachment_id, added_at)
SELECT issuer_id, id, added_at FROM attachments WHERE position IS NOT NULL;

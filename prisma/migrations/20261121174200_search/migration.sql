-- The search over everything: what is searched, its indexes, its words for typing errors; and recent items.

CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Text as it is searched: small ASCII letters, digits and single spaces, the same in every database locale.
-- Accents go, other scripts become the code points of their letters, so that trigrams reach them too, and
-- two characters of Chinese or Japanese suffice.
CREATE FUNCTION searchable(plain text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  folded text := plain;
BEGIN
  IF octet_length(folded) = length(folded) THEN
    folded := lower(folded COLLATE "C");
  ELSE
    folded := lower(normalize(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC) COLLATE pg_c_utf8);
    folded := translate(folded, 'øłđðħı‘’‚“”„‐‑‒–—―·・•…、。「」', 'olddhi                  ');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    IF octet_length(folded) <> length(folded) THEN
      SELECT string_agg(CASE WHEN ascii(c) < 128 THEN c ELSE 'x' || lpad(to_hex(ascii(c)), 5, '0') END, '' ORDER BY place)
        INTO folded FROM string_to_table(folded, NULL) WITH ORDINALITY AS characters (c, place);
    END IF;
  END IF;
  folded := translate(folded, E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 35));
  IF strpos(folded, '  ') > 0 THEN folded := regexp_replace(folded, ' +', ' ', 'g'); END IF;
  RETURN btrim(folded, ' ');
END $$;

-- A space around each word, so that '% word%' finds where one begins and '% word %' all of it; names first, so
-- that ' name%' finds theirs.
ALTER TABLE nodes ADD COLUMN search_text text COLLATE "C" GENERATED ALWAYS AS
  (' ' || searchable(name_1 || coalesce(' ' || name_2, '') || coalesce(' ' || number, '')) || ' ') STORED;
ALTER TABLE users ADD COLUMN search_text text COLLATE "C" GENERATED ALWAYS AS
  (' ' || searchable(last_name || ' ' || first_name || ' ' || user_id) || ' ') STORED;

-- Beginnings, in order.
CREATE INDEX nodes_search_begins ON nodes (issuer_id, kind, search_text, id);
CREATE INDEX nodes_search_number ON nodes (issuer_id, kind, (lower(number) COLLATE "C"), id) WHERE kind <> 'account';
CREATE INDEX users_search_begins ON users (issuer_id, search_text, id);
CREATE INDEX users_search_id ON users (issuer_id, (lower(user_id) COLLATE "C"), id);
-- Words anywhere, in an issuer or in one of its companies.
CREATE INDEX nodes_search ON nodes USING gin (issuer_id, company_id, search_text gin_trgm_ops) WHERE kind <> 'account';
CREATE INDEX nodes_search_accounts ON nodes USING gin (issuer_id, company_id, search_text gin_trgm_ops) WHERE kind = 'account';
CREATE INDEX users_search ON users USING gin (issuer_id, company_id, search_text gin_trgm_ops);

-- The words that names are made of: a mistyped one is compared with these few, not with every name.
-- Twice the same does no harm; a unique index would make writers wait for one another.
CREATE TABLE search_words (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  word text COLLATE "C" NOT NULL CHECK (word ~ '^[a-z]{3,40}$'),
  PRIMARY KEY (issuer_id, id)
);
CREATE INDEX search_words_word ON search_words (issuer_id, word);
CREATE INDEX search_words_similar ON search_words USING gin (issuer_id, word gin_trgm_ops);

CREATE FUNCTION note_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (issuer_id, word)
    SELECT found.issuer_id, found.word FROM (
      SELECT DISTINCT issuer_id, word FROM written, string_to_table(search_text, ' ') AS words (word)
      WHERE word ~ '^[a-z]{3,40}$'
    ) AS found
    WHERE NOT EXISTS (SELECT FROM search_words s WHERE s.issuer_id = found.issuer_id AND s.word = found.word);
  RETURN NULL;
END $$;
CREATE TRIGGER nodes_search_words AFTER INSERT ON nodes REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();
CREATE TRIGGER users_search_words AFTER INSERT ON users REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_words();

CREATE FUNCTION note_changed_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (issuer_id, word)
    SELECT DISTINCT NEW.issuer_id, word FROM string_to_table(NEW.search_text, ' ') AS words (word)
    WHERE word ~ '^[a-z]{3,40}$'
      AND NOT EXISTS (SELECT FROM search_words s WHERE s.issuer_id = NEW.issuer_id AND s.word = words.word);
  RETURN NULL;
END $$;
CREATE TRIGGER nodes_changed_search_words AFTER UPDATE ON nodes FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION note_changed_search_words();
CREATE TRIGGER users_changed_search_words AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION note_changed_search_words();

INSERT INTO search_words (issuer_id, word)
  SELECT DISTINCT issuer_id, word FROM
    (SELECT issuer_id, search_text FROM nodes UNION ALL SELECT issuer_id, search_text FROM users) AS present,
    string_to_table(search_text, ' ') AS words (word)
  WHERE word ~ '^[a-z]{3,40}$';

-- The records that somebody opened last. The record may be another issuer's: administrators see several.
CREATE TABLE recent_items (
  issuer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(_[a-z]+)*$'),
  record_issuer_id uuid NOT NULL REFERENCES issuers (id),
  record_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, user_id, kind, record_issuer_id, record_id),
  FOREIGN KEY (issuer_id, user_id) REFERENCES users (issuer_id, id) ON DELETE CASCADE
);
CREATE INDEX recent_items_latest ON recent_items (issuer_id, user_id, opened_at DESC);

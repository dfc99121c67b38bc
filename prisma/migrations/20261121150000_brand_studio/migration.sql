-- The brand studio: drafts that visitors never see, every published version, host names that are verified.

-- Images by their SHA-256: drafts and versions refer to them, so that an old version can be published again.
CREATE TABLE brand_image_files (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL CHECK (media_type IN ('image/svg+xml', 'image/png', 'image/jpeg', 'image/gif')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  CHECK (digest = encode(sha256(bytes), 'hex'))
);

-- What was published, when and by whom; never changed. The newest is what the tables of the brand hold.
CREATE TABLE brand_versions (
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  published_at timestamptz NOT NULL,
  -- Nobody: it came with the installation. The name stays when the user goes.
  published_by uuid,
  published_by_name text CHECK (length(published_by_name) BETWEEN 1 AND 161),
  restored_version integer CHECK (restored_version > 0 AND restored_version < version),
  PRIMARY KEY (brand_name, version)
);

CREATE FUNCTION refuse_brand_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'published versions are never changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER brand_versions_unchanged BEFORE UPDATE ON brand_versions FOR EACH ROW EXECUTE FUNCTION refuse_brand_version_change();

-- Each save of a draft is a revision of its own; the highest is the draft. Numbers are never used again, so
-- that who began from a draft that is gone is told apart from who began from its successor.
CREATE SEQUENCE brand_draft_revisions AS integer;
CREATE TABLE brand_drafts (
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE,
  revision integer NOT NULL DEFAULT nextval('brand_draft_revisions') CHECK (revision > 0),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL,
  saved_by_name text NOT NULL CHECK (length(saved_by_name) BETWEEN 1 AND 161),
  PRIMARY KEY (brand_name, revision)
);

-- What a person typed over a draft that somebody else had saved meanwhile: kept until they decide.
CREATE TABLE brand_edits_set_aside (
  brand_name text NOT NULL REFERENCES brands (name) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- What they had before them when they began.
  basis jsonb NOT NULL CHECK (jsonb_typeof(basis) = 'object'),
  set_aside_at timestamptz NOT NULL,
  PRIMARY KEY (brand_name, user_id)
);

-- A host name leads to its brand once its owner has shown, by a DNS record, that it is theirs.
ALTER TABLE brand_hostnames
  ADD COLUMN challenge text CHECK (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  -- The default is for the version before this one, whose host names all served.
  ADD COLUMN verified_at timestamptz DEFAULT now(),
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN added_at timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE brand_hostnames ADD CHECK (verified_at IS NOT NULL OR challenge IS NOT NULL);

-- Brands that are there already: what they show now is their first kept version.
INSERT INTO brand_image_files (digest, media_type, bytes)
SELECT DISTINCT ON (1) encode(sha256(bytes), 'hex'), media_type, bytes FROM brand_images ORDER BY 1;

INSERT INTO brand_versions (brand_name, version, content, published_at)
SELECT b.name, b.version, jsonb_strip_nulls(jsonb_build_object(
  'parent', b.parent_name, 'family', b.family, 'abbreviation', b.abbreviation, 'displayName', b.display_name,
  'development', b.development, 'appName', b.app_name, 'signInToLabel', b.sign_in_to_label,
  'locales', to_jsonb(b.locales),
  'companySelfRegisterSupported', b.company_self_register_supported,
  'prospectiveAccountApplicationSupported', b.prospective_account_application_supported,
  'fssoRedirectUrl', b.fsso_redirect_url, 'fssoLogoutUrl', b.fsso_logout_url,
  'mailFromName', b.mail_from_name, 'mailFromAddress', b.mail_from_address,
  'passwordResetLink', b.password_reset_link, 'oneTimePinRequired', b.one_time_pin_required,
  -- A column that a migration before this one may have added.
  'passkeysAllowed', to_jsonb(b)->'passkeys_allowed',
  'footerLayout', b.footer_layout, 'footer', b.footer, 'theme', b.theme,
  'texts', coalesce((
    SELECT jsonb_object_agg(locale, by_key) FROM (
      SELECT locale, jsonb_object_agg(key, value) AS by_key FROM brand_texts WHERE brand_name = b.name GROUP BY locale
    ) texts), '{}'),
  'images', coalesce((
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'mediaType', media_type, 'digest', encode(sha256(bytes), 'hex'))
      ORDER BY kind, media_type)
    FROM brand_images WHERE brand_name = b.name), '[]')
)), b.updated_at FROM brands b;

-- Program options: which features of the workspace the companies that have one may use.

CREATE TYPE program_type AS ENUM ('corporate', 'purchasing', 'travel', 'one_card', 'fleet', 'virtual');

CREATE TABLE program_options (
  issuer_id uuid NOT NULL REFERENCES issuers (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  program_type program_type NOT NULL,
  -- Of lib/programs/features.ts.
  features text[] NOT NULL DEFAULT '{}',
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer_id, id)
);
CREATE UNIQUE INDEX program_options_name ON program_options (issuer_id, lower(name));
CREATE UNIQUE INDEX program_options_default ON program_options (issuer_id) WHERE is_default;

ALTER TABLE companies
  ADD FOREIGN KEY (issuer_id, program_option_id) REFERENCES program_options (issuer_id, id);

-- A company has a program option: the issuer's default one unless another is named.
CREATE FUNCTION place_program_option() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.program_option_id := (SELECT id FROM program_options WHERE issuer_id = NEW.issuer_id AND is_default);
  RETURN NEW;
END $$;
CREATE TRIGGER companies_program_option_default BEFORE INSERT ON companies FOR EACH ROW
  WHEN (NEW.program_option_id IS NULL) EXECUTE FUNCTION place_program_option();

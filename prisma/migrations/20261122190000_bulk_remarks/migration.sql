-- What a bulk action in the background says of single rows: which were refused, and why. Kept as long as the job is.
CREATE TABLE bulk_remarks (
  issuer_id uuid NOT NULL,
  job_id uuid NOT NULL,
  -- The how many-eth row of the job it was.
  at integer NOT NULL CHECK (at > 0),
  record_issuer_id uuid NOT NULL,
  record_id uuid NOT NULL,
  name text NOT NULL,
  code text NOT NULL CHECK (code <> ''),
  params jsonb CHECK (jsonb_typeof(params) = 'object'),
  PRIMARY KEY (issuer_id, job_id, at),
  FOREIGN KEY (issuer_id, job_id) REFERENCES jobs (issuer_id, id) ON DELETE CASCADE
);

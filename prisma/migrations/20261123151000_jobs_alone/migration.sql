-- Whether a job is the only one of its kind at its node while it lasts, as its kind says. Jobs of the version before are.
ALTER TABLE jobs ADD COLUMN alone boolean NOT NULL DEFAULT true;
DROP INDEX jobs_one_at_a_time;
CREATE UNIQUE INDEX jobs_alone ON jobs (issuer_id, node_id, kind) WHERE alone AND status IN ('queued', 'processing');

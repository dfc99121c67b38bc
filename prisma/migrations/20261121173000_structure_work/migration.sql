-- Jobs that are worked on stay, whatever happens around them (CD.35).
CREATE FUNCTION keep_processing_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'job % is worked on and can not be deleted', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER jobs_keep_processing BEFORE DELETE ON jobs FOR EACH ROW
  WHEN (OLD.status = 'processing') EXECUTE FUNCTION keep_processing_job();

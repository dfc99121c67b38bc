-- A refunded dispute has ended.
ALTER TABLE disputes
  DROP CONSTRAINT disputes_end,
  ADD CONSTRAINT disputes_end CHECK (
    (state IN ('won', 'partly_won', 'lost', 'refunded', 'past_time', 'withdrawn')) = (ended_at IS NOT NULL)
    AND (ended_at IS NOT NULL OR ended_by IS NULL) AND (ended_by IS NULL) = (note IS NULL)
    AND (state <> 'withdrawn' OR ended_by IS NOT NULL));

-- What every module does each hour, once whatever number of processes there are.
CREATE TABLE chores (
  name text PRIMARY KEY CHECK (name ~ '^[a-zA-Z]{1,60}$'),
  due_at timestamptz NOT NULL,
  -- In a row, up to now.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0)
);

-- 17 minutes past each hour, by the database's clock: those of the processes may differ.
CREATE FUNCTION next_chore_time() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('hour', statement_timestamp() - interval '17 minutes') + interval '77 minutes'
$$;

-- The queue of Graphile Worker, which did nothing else.
DROP SCHEMA IF EXISTS graphile_worker CASCADE;

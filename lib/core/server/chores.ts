import { z } from 'zod';
import { Claims } from '../database/claims';
import { database } from '../database/database';
import { exists, readRows } from '../database/rows';
import { log } from './log';
import { type Loop, workOn } from './loop';

/** The hourly work of a module; it may be repeated after a crash and must tolerate that. */
export type Chore = () => Promise<unknown>;

/** Chores by name. */
export type Chores = Readonly<Record<string, Chore>>;

const LOOK_EVERY_MILLIS = 30_000;
const LONGEST_WAIT_MINUTES = 60;

/**
 * Runs every chore once an hour, at 17 minutes past, across any number of processes; a missed one is run immediately. A
 * connection holds the chore: if its process dies, another one runs it.
 */
export async function workChores(chores: Chores): Promise<() => Promise<void>> {
  const claims = new Claims('tessera-chores');
  let announced = false;
  const loop: Loop = await workOn({
    name: 'chores',
    everyMillis: LOOK_EVERY_MILLIS,
    async next() {
      if (!announced) await announce(Object.keys(chores));
      announced = true;
      return doDueChore(chores, claims);
    }
  });
  return async () => {
    await loop.stop();
    await claims.close();
  };
}

/** Adds unknown chores to the database; they are due at the next full turn. */
async function announce(names: readonly string[]): Promise<void> {
  await database().$executeRaw`
    INSERT INTO chores (name, due_at) SELECT name, next_chore_time() FROM unnest(${names}::text[]) AS name
    ON CONFLICT (name) DO NOTHING`;
}

const dueRow = z.strictObject({ name: z.string() });

/** Runs the chore that has been due longest and that no other process runs; false if there is none. */
export async function doDueChore(chores: Chores, claims: Claims): Promise<boolean> {
  const due = await readRows(database(), dueRow)`
    SELECT name FROM chores WHERE name = ANY(${Object.keys(chores)}::text[]) AND due_at <= statement_timestamp()
    ORDER BY due_at, name`;
  for (const { name } of due) {
    const claim = `chore/${name}`;
    if (!(await claims.take(claim))) continue;
    try {
      if (await isDue(name)) {
        await doChore(name, chores[name] as Chore);
        return true;
      }
    } finally {
      await claims.release(claim);
    }
  }
  return false;
}

/** Checked again once a chore is held, because another process may have run it in between. */
async function isDue(name: string): Promise<boolean> {
  return exists(database())`
    SELECT 1 FROM chores WHERE name = ${name} AND due_at <= statement_timestamp()`;
}

/** Runs a chore. A failed one delays no other, and is retried after 2, 4, 8 … minutes. */
async function doChore(name: string, chore: Chore): Promise<void> {
  try {
    await chore();
    await database().$executeRaw`UPDATE chores SET due_at = next_chore_time(), failures = 0 WHERE name = ${name}`;
  } catch (err) {
    log.error({ err, chore: name }, 'a chore failed');
    await database().$executeRaw`
      UPDATE chores SET failures = failures + 1,
        due_at = statement_timestamp() + make_interval(mins => least(2 ^ least(failures + 1, 10), ${LONGEST_WAIT_MINUTES})::int)
      WHERE name = ${name}`;
  }
}

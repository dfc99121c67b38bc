import { z } from 'zod';
import { database, transaction } from '../database/database';
import { readRows } from '../database/rows';
import { log } from './log';

const PATIENCE_MILLIS = 2_000;
/** Rows that a sort can't hold in the least memory it may have, so that it writes about half a megabyte to the disk. */
const ROWS = 5_000;

/** Whether the database answers, and whether it can write: it takes changes, and its disk takes a file. */
export interface DatabaseState {
  answers: boolean;
  writes: boolean;
}

/** Whether the database can answer and write now; no answer within two seconds counts as no. */
export async function databaseState(): Promise<DatabaseState> {
  const [answers, writes] = await Promise.all([inTime(database().$executeRaw`SELECT 1`), inTime(writeSomething())]);
  return { answers, writes };
}

const stateRow = z.strictObject({ readOnly: z.string() });

/**
 * A sort that spills to a temporary file, and is gone without a trace in tables or in the log of changes. On a full
 * disk it fails with 53100; on a standby, or where transactions are read only, the first question does.
 */
function writeSomething(): Promise<void> {
  return transaction(async (tx) => {
    const [row] = await readRows(tx, stateRow)`SELECT current_setting('transaction_read_only') AS "readOnly"`;
    if (row?.readOnly !== 'off') throw new Error('the database takes no changes');
    await tx.$executeRaw`SET LOCAL work_mem = '64kB'`;
    await tx.$executeRaw`
      SELECT count(*)::int FROM (
        SELECT repeat(md5(n::text), 3) AS text FROM generate_series(1, ${ROWS}) n ORDER BY text OFFSET 1
      ) sorted`;
  }, PATIENCE_MILLIS);
}

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MILLIS, false).unref());
  const done = work.then(
    () => true,
    (err) => {
      log.warn({ err }, 'the database is not ready');
      return false;
    }
  );
  return Promise.race([done, patience]);
}

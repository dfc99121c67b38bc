import { database } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { JOB_KINDS } from './job-kinds';

/** Deletes ended jobs after the retention of their kind; those of removed kinds immediately. */
export async function forgetJobs(kinds: Readonly<Record<string, { keptDays: number }>> = JOB_KINDS): Promise<void> {
  const days = Object.entries(kinds).map(([kind, { keptDays }]) => ({ kind, days: keptDays }));
  await database().$executeRaw`
    DELETE FROM jobs j WHERE j.finished_at < ${now()}::timestamptz - make_interval(days => coalesce(
      (SELECT k.days FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS k (kind text, days integer) WHERE k.kind = j.kind), 0))`;
}

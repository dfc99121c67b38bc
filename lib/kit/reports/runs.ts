import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, jsonOf, readRows, textOf } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { deleteLargeFiles, readLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import type { Lists } from '../bulk/declared-lists';
import { isHeldRunning, jobStatusSql } from '../jobs/job-status';
import type { JobStatus } from '../jobs/own-jobs';
import { choicesOf, type Listing } from '../listing/listing';
import { comparisonSchema } from './compare-runs';
import { definitionSchema, type ReportDefinition } from './definition';
import { FORMATS, fileOfRun, type ReportFormat } from './kept';
import { type ReportSource, reportSource } from './report-source';

const STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const satisfies JobStatus[];
// Runs with a file outlive their jobs.
const STATUS = Prisma.sql`CASE WHEN r.size IS NOT NULL THEN 'completed' ELSE ${jobStatusSql(Prisma.sql`r.issuer_id`, Prisma.sql`r.job_id`)} END`;
/** The file of a run, to the instant of its expiry (C9.011). */
const unexpired = (): Prisma.Sql => Prisma.sql`r.expires_at > ${now().toISOString()}::text::timestamptz`;
const COMPARISONS = ['identical', 'changed'] as const;

/**
 * A principal's own runs: those made with a part of the structure that the role in use still has,
 * because a file must not outlive the right to its rows.
 */
const ownRuns = ({ issuerId, userId, scope }: Principal): Prisma.Sql => Prisma.sql`r.issuer_id = ${issuerId}::uuid
  AND r.owner_user_id = ${userId}::uuid AND r.scope_nodes <@ ${scope.subtrees.map(({ nodeId }) => nodeId)}::uuid[]`;

/** The user's own runs of reports, newest first, with size and expiry (C2.085, C3.081). */
export const REPORT_RUNS: Listing = {
  name: 'report-runs',
  area: 'reports',
  from: () => Prisma.sql`report_runs r`,
  where: ownRuns,
  issuer: Prisma.sql`r.issuer_id`,
  id: Prisma.sql`r.id`,
  columns: {
    name: { sql: Prisma.sql`r.name`, type: 'text', label: 'report.name', filter: 'contains' },
    status: {
      sql: STATUS,
      type: 'choice',
      label: 'job.status',
      filter: 'choice',
      choices: choicesOf(STATUSES, (status) => `job.status.${status}`)
    },
    format: {
      sql: Prisma.sql`r.format`,
      type: 'choice',
      label: 'report.format',
      filter: 'choice',
      choices: choicesOf(FORMATS, (format) => `listing.export.${format}`)
    },
    rows: { sql: Prisma.sql`r.row_count`, type: 'number', label: 'report.count', nullable: true },
    size: { sql: Prisma.sql`r.size`, type: 'number', label: 'report.size', nullable: true },
    comparison: {
      sql: Prisma.sql`CASE r.comparison ->> 'isIdentical' WHEN 'true' THEN 'identical' WHEN 'false' THEN 'changed' END`,
      type: 'choice',
      label: 'report.comparison',
      nullable: true,
      filter: 'choice',
      choices: choicesOf(COMPARISONS, (one) => `report.comparison.${one}`)
    },
    created: { sql: Prisma.sql`r.created_at`, type: 'date-time', label: 'report.created', filter: 'range' },
    expires: { sql: Prisma.sql`r.expires_at`, type: 'date-time', label: 'report.expires' }
  },
  order: { column: 'created', descending: true },
  presentation: { title: 'name', state: 'status' }
};

const runRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  report: z.string(),
  name: z.string(),
  dataSet: z.string(),
  criteria: jsonOf<ReportDefinition>(),
  format: textOf<ReportFormat>(),
  status: textOf<JobStatus>(),
  jobId: z.string(),
  fileId: z.string().nullable(),
  rows: z.number().nullable(),
  size: z.number().nullable(),
  isProtected: z.boolean(),
  definitionVersion: z.number().nullable(),
  dataUntil: z.date().nullable(),
  comparison: comparisonSchema.nullable(),
  sha256: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date()
});

/** A run of a report; its file is gone once it has expired. */
export type ReportRun = z.infer<typeof runRow>;

const runsSelect =
  (): Prisma.Sql => Prisma.sql`SELECT r.issuer_id AS "issuerId", r.id, r.report, r.name, r.data_set AS "dataSet", r.criteria,
    r.format, ${STATUS} AS status, r.job_id AS "jobId", CASE WHEN ${unexpired()} THEN r.file_id END AS "fileId",
    r.definition_version AS "definitionVersion", r.data_until AS "dataUntil", r.comparison, r.row_count::float8 AS rows,
    r.size::float8 AS size, r.protected AS "isProtected", encode(r.sha256, 'hex') AS sha256, r.created_at AS "createdAt", r.expires_at AS "expiresAt"
  FROM report_runs r`;

/** One of the user's own runs, or null. */
export async function seenRun(principal: Principal, id: string): Promise<ReportRun | null> {
  if (!may(principal, 'reports', 'view')) return null;
  const [run] = await readRows(database(), runRow)`${runsSelect()} WHERE r.id = ${id}::uuid AND ${ownRuns(principal)}`;
  return run ?? null;
}

/** What a run selected, as its reader may see it now; null: the reader may no longer see its data set. */
export function sourceOfRun(lists: Lists, principal: Principal, { criteria }: ReportRun): ReportSource | null {
  const definition = definitionSchema.safeParse(criteria);
  return definition.success ? reportSource(lists, principal, definition.data) : null;
}

/** The user's last completed runs, newest first (C2.056). */
export async function lastRuns(principal: Principal, most: number): Promise<ReportRun[]> {
  if (!may(principal, 'reports', 'view')) return [];
  return readRows(database(), runRow)`${runsSelect()}
    WHERE ${ownRuns(principal)} AND r.file_id IS NOT NULL AND ${unexpired()} ORDER BY r.created_at DESC, r.id LIMIT ${most}`;
}

const STUCK_MINUTES = 5;

/** Whether a run of the user's waits so long that reporting must have an issue (C8.027). */
export const isReportingStuck = (principal: Principal): Promise<boolean> => exists(database())`
  SELECT 1 FROM report_runs r WHERE r.issuer_id = ${principal.issuerId}::uuid AND ${ownRuns(principal)} AND ${STATUS} = 'queued'
    AND r.created_at < ${now()}::timestamptz - make_interval(mins => ${STUCK_MINUTES}::int)`;

/** The file of a run, after auditing the download; null if it isn't the principal's, or no longer (C3.082). */
export async function downloadRun(
  principal: Principal,
  id: string,
  origin: Origin
): Promise<{ name: string; mediaType: string; size: number; bytes: AsyncIterable<Buffer> } | null> {
  if (eyesFault(principal, 'exports')) return null;
  const run = await seenRun(principal, id);
  if (!run?.fileId) return null;
  const { issuerId, fileId, sha256 } = run;
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId,
      action: 'report.downloaded',
      entity: 'report_run',
      entityId: id,
      details: { name: run.name, sha256 }
    })
  );
  return {
    ...fileOfRun(run.name, run.format, run.isProtected),
    size: run.size ?? 0,
    bytes: readLargeFile({ issuerId, id: fileId })
  };
}

/** Deletes a run with its file. One that waits or is processed is refused, and goes on (C4.035). */
export function deleteRun(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const run = await seenRun(principal, id);
    if (!run || !may(principal, 'reports', 'modify')) return refused({ code: 'not.found' });
    const { issuerId, jobId, name } = run;
    if (await isHeldRunning(tx, issuerId, jobId)) return refused({ code: 'report.processing' });
    const { fileId } = await tx.reportRun.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
    await tx.reportRun.deleteMany({ where: { issuerId, id } });
    if (fileId) await deleteLargeFiles(tx, issuerId, [fileId]);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'report.run_deleted',
      entity: 'report_run',
      entityId: id,
      details: { name }
    });
    return accepted(null);
  });
}

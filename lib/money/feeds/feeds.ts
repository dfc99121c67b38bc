import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import type { JobStatus } from '../../kit/jobs/own-jobs';
import type { Listing } from '../../kit/listing/listing';
import { type Mismatch, sumsRow } from './check-file';

/** A feed belongs to its issuer: a user with the whole issuer in scope sees it. */
export const issuerOf = (alias: string) => atNode(`${alias}.issuer_id`);

const feedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  mappingId: z.string().nullable(),
  mappingName: z.string(),
  issuerName: z.string(),
  source: z.enum(['upload', 'folder']),
  fileName: z.string(),
  fileSize: z.number(),
  sha256: z.string(),
  status: textOf<JobStatus>(),
  jobId: z.string().nullable(),
  refusal: jsonOf<Refusal>().nullable(),
  trailer: sumsRow.partial(),
  mismatch: z.array(jsonOf<Mismatch>()).nullable(),
  rowCount: z.number().nullable(),
  /** The number of rejected rows still to settle. */
  openRejects: z.number(),
  broughtBy: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable()
});

/** A file of card transactions, and the outcome of its import. */
export type Feed = z.infer<typeof feedRow>;

/** A feed that the principal sees, or null. */
export async function seenFeed(principal: Principal, id: string): Promise<Feed | null> {
  if (!may(principal, 'feeds', 'view')) return null;
  const [feed] = await readRows(database(), feedRow)`
    SELECT f.issuer_id AS "issuerId", f.id, f.mapping_id AS "mappingId", f.mapping_name AS "mappingName", n.name_1 AS "issuerName",
      f.source::text, f.file_name AS "fileName", f.file_size::float8 AS "fileSize", encode(f.file_sha256, 'hex') AS sha256,
      f.status::text, f.job_id AS "jobId", f.refusal, f.trailer, f.mismatch, f.row_count AS "rowCount",
      (SELECT count(*)::int FROM feed_rejects r WHERE (r.issuer_id, r.feed_id) = (f.issuer_id, f.id) AND r.state = 'open') AS "openRejects",
      ${userName(Prisma.sql`f.issuer_id`, Prisma.sql`f.owner_user_id`)} AS "broughtBy",
      f.created_at AS "createdAt", f.finished_at AS "finishedAt"
    FROM feeds f ${issuerOf('f')}
    WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return feed ?? null;
}

export const OUTCOMES = ['booked', 'known', 'rejected'] as const;

const feedTotalRow = z.strictObject({
  outcome: textOf<(typeof OUTCOMES)[number]>(),
  /** Empty if amounts could not be read. */
  currency: z.string(),
  rows: z.number(),
  debit: z.string(),
  credit: z.string()
});

/** Rows and sums of a feed by outcome. */
export type FeedTotal = z.infer<typeof feedTotalRow>;

/** The totals of a feed that the principal sees, by outcome and currency. */
export function feedTotals(principal: Principal, feedId: string): Promise<FeedTotal[]> {
  if (!may(principal, 'feeds', 'view')) return Promise.resolve([]);
  return readRows(database(), feedTotalRow)`
    SELECT t.outcome::text, t.currency, t.rows::float8 AS rows, t.debit::text, t.credit::text
    FROM feed_totals t ${issuerOf('t')}
    WHERE t.feed_id = ${feedId}::uuid AND t.rows > 0 AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY t.currency, t.outcome`;
}

const rowsOf = (outcome: string) =>
  Prisma.sql`(SELECT coalesce(sum(t.rows), 0)::float8 FROM feed_totals t WHERE (t.issuer_id, t.feed_id) = (f.issuer_id, f.id) AND t.outcome = ${outcome}::feed_outcome)`;

/** The columns of a feed `f` with its node `n`: what was brought, and when. */
export const FILE_COLUMNS = {
  fileName: { sql: Prisma.sql`f.file_name`, type: 'text', label: 'feed.file', filter: 'contains' },
  mapping: { sql: Prisma.sql`f.mapping_name`, type: 'text', label: 'feed.mapping', filter: 'contains' },
  source: {
    sql: Prisma.sql`f.source::text`,
    type: 'choice',
    label: 'feed.source',
    filter: 'choice',
    choices: { upload: 'feed.source.upload', folder: 'feed.source.folder' },
    hidden: true
  },
  status: {
    sql: Prisma.sql`f.status::text`,
    type: 'choice',
    label: 'feed.status',
    filter: 'choice',
    choices: {
      queued: 'job.status.queued',
      processing: 'job.status.processing',
      completed: 'job.status.completed',
      failed: 'job.status.failed',
      cancelled: 'job.status.cancelled'
    }
  }
} satisfies Listing['columns'];
export const TIME_COLUMNS = {
  created: { sql: Prisma.sql`f.created_at`, type: 'date-time', label: 'feed.created', filter: 'range' },
  finished: {
    sql: Prisma.sql`f.finished_at`,
    type: 'date-time',
    label: 'feed.finished',
    nullable: true,
    hidden: true
  },
  issuer: { sql: Prisma.sql`n.name_1`, type: 'text', label: 'feed.issuer', filter: 'contains', hidden: true }
} satisfies Listing['columns'];

/** The feeds that the principal sees, newest first. */
export const FEEDS: Listing = {
  name: 'feeds',
  area: 'feeds',
  from: () => Prisma.sql`feeds f ${issuerOf('f')}`,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`f.issuer_id`,
  id: Prisma.sql`f.id`,
  columns: {
    ...FILE_COLUMNS,
    rows: { sql: Prisma.sql`f.row_count`, type: 'number', label: 'feed.rows', nullable: true },
    booked: { sql: rowsOf('booked'), type: 'number', label: 'feed.booked', sort: false },
    known: { sql: rowsOf('known'), type: 'number', label: 'feed.known', sort: false },
    rejected: { sql: rowsOf('rejected'), type: 'number', label: 'feed.rejected', sort: false },
    ...TIME_COLUMNS
  },
  order: { column: 'created', descending: true }
};

/** The maximum file size for uploads to the principal's issuer. */
export const uploadMegabytes = ({ issuerId }: Pick<Principal, 'issuerId'>): Promise<number> =>
  settingValue(database(), { issuerId, companyId: null }, 'feed.upload.megabytes');

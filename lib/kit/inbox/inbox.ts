import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import type { NoticeKind, NoticeParams } from '../notices/notice';
import { ownNotices } from '../notices/own-notices';
import { IS_WAITING, isAddressed, messagesOf, SENDER_NAME } from './addressed';

const entryRow = z.strictObject({
  id: z.string(),
  at: z.date(),
  /** Whether it still asks to be read or confirmed. */
  isWaiting: z.boolean(),
  isArchived: z.boolean(),
  /** Of a message: what it is about, its sender, and whether it waits to be confirmed. */
  subject: z.string().nullable(),
  senderName: z.string().nullable(),
  senderRole: z.enum(ROLES).nullable(),
  toConfirm: z.boolean(),
  /** Of a notice: its sentence, and whether the file behind it is gone. */
  kind: textOf<NoticeKind>().nullable(),
  params: jsonOf<NoticeParams>().nullable(),
  isExpired: z.boolean(),
  /** Of a notice: whether it leads to a file that is kept for a time. */
  hasFile: z.boolean()
});

/** A message or a notice in an inbox; `kind` is null for messages. */
export type InboxEntry = z.infer<typeof entryRow>;

export const INBOX_VIEWS = ['all', 'unread', 'archived'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

/** What entries are about: messages of people, files, what failed, findings of alerts, comments, and all other news. */
export const INBOX_KINDS = ['messages', 'files', 'failures', 'alerts', 'comments', 'news'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** How the kind of a notice says that something went wrong, whatever it is about. */
const WENT_WRONG = '[.](blocked|failed|faulty|paused|returned|skipped|stopped)([.]|$)';

/** The kind of an entry `e`. */
const KIND = Prisma.sql`CASE
  WHEN e.kind IS NULL THEN 'messages'
  WHEN e.kind ~ ${WENT_WRONG} THEN 'failures'
  WHEN e."hasFile" THEN 'files'
  WHEN e.kind LIKE 'alert.%' THEN 'alerts'
  WHEN e.kind LIKE 'comment.%' THEN 'comments'
  ELSE 'news' END`;

/** The entries of a page. */
export const INBOX_PAGE = 30;

interface Asked {
  view: InboxView;
  /** Missing: of every kind. */
  only?: InboxKind | undefined;
  /** The entry after which the page begins. */
  after?: Pick<InboxEntry, 'id' | 'at'> | undefined;
  limit?: number;
}

const MESSAGE = (principal: Principal) => Prisma.sql`
  SELECT m.id, m.sent_at AS at, ${IS_WAITING} AS "isWaiting", r.archived_at IS NOT NULL AS "isArchived", m.subject,
    ${SENDER_NAME} AS "senderName", m.sender_role::text AS "senderRole",
    (m.must_confirm AND r.confirmed_at IS NULL) AS "toConfirm", NULL::text AS kind, NULL::jsonb AS params, FALSE AS "isExpired",
    FALSE AS "hasFile"
  FROM ${messagesOf(principal)} WHERE ${isAddressed(principal)}`;

const NOTICE = (principal: Principal) => Prisma.sql`
  SELECT t.id, t.posted_at AS at, t.read_at IS NULL AS "isWaiting", t.archived_at IS NOT NULL AS "isArchived", NULL AS subject,
    NULL AS "senderName", NULL AS "senderRole", FALSE AS "toConfirm", t.kind, t.params, t.is_expired AS "isExpired",
    t.has_file AS "hasFile"
  FROM (${ownNotices(principal)}) t`;

const SHOWN: Record<InboxView, Prisma.Sql> = {
  all: Prisma.sql`NOT e."isArchived"`,
  unread: Prisma.sql`NOT e."isArchived" AND e."isWaiting"`,
  archived: Prisma.sql`e."isArchived"`
};

/** A page of the principal's inbox: the messages addressed to them and their own notices, the newest first. */
export function inboxOf(
  principal: Principal,
  { view, only, after, limit = INBOX_PAGE + 1 }: Asked
): Promise<InboxEntry[]> {
  const from = after ? Prisma.sql`(e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : Prisma.sql`TRUE`;
  return readRows(database(), entryRow)`
    SELECT e.* FROM (${MESSAGE(principal)} UNION ALL ${NOTICE(principal)}) e
    WHERE ${SHOWN[view]} AND ${only ? Prisma.sql`${KIND} = ${only}` : Prisma.sql`TRUE`} AND ${from}
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`;
}

/** What waits in the inbox, what must be confirmed first, for the home page (C2.005). */
export function waitingInInbox(principal: Principal, limit: number): Promise<InboxEntry[]> {
  return readRows(database(), entryRow)`
    SELECT e.* FROM (${MESSAGE(principal)} UNION ALL ${NOTICE(principal)}) e
    WHERE ${SHOWN.unread} ORDER BY e."toConfirm" DESC, e.at DESC, e.id DESC LIMIT ${limit}`;
}

const kindRow = z.strictObject({ kind: z.enum(INBOX_KINDS), count: z.number() });

/** More entries of an inbox are not counted by kind. */
const MOST_SORTED = 10_000;

/** The number of entries of each kind in a view of the principal's inbox; kinds without any are left out. */
export async function inboxCounts(principal: Principal, view: InboxView): Promise<Map<InboxKind, number>> {
  const rows = await readRows(database(), kindRow)`
    SELECT kind, count(*)::int AS count FROM (
      SELECT ${KIND} AS kind FROM (${MESSAGE(principal)} UNION ALL ${NOTICE(principal)}) e
      WHERE ${SHOWN[view]} LIMIT ${MOST_SORTED}) AS sorted GROUP BY kind`;
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

const countRow = z.strictObject({ count: z.number() });

/** More are not counted: the badge says 99+. */
const MOST_COUNTED = 100;

/** The number of entries that wait in the principal's inbox, as the view `unread` lists them; at most 100. */
export async function waitingCount(principal: Principal): Promise<number> {
  const [row] = await readRows(database(), countRow)`
    SELECT count(*)::int AS count FROM (
      (SELECT FROM ${messagesOf(principal)} WHERE ${isAddressed(principal)} AND r.archived_at IS NULL AND ${IS_WAITING}
        LIMIT ${MOST_COUNTED})
      UNION ALL
      (SELECT FROM (${ownNotices(principal)}) t WHERE t.read_at IS NULL AND t.archived_at IS NULL
        LIMIT ${MOST_COUNTED})) AS waiting`;
  return Math.min(row?.count ?? 0, MOST_COUNTED);
}

import { z } from 'zod';
import { changesBetween } from '../../access/policy/record-act';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { wholeNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import type { NoticeKind } from '../notices/notice';

/** The kinds of notices that a person decides about, by what they tell of. */
export const NOTICE_GROUPS = [
  ...(['alerts', 'approvals', 'comments', 'disputes'] as const),
  ...(['jobs', 'messages', 'payments', 'purchases', 'reports'] as const)
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** How a notice comes beyond the inbox: a mail at once, a line of the daily mail, or not at all. */
export const WAYS = ['mail', 'digest', 'inbox'] as const;
export type Way = (typeof WAYS)[number];

type FirstWord = NoticeKind extends `${infer First}.${string}` ? First : never;

/** The group of a kind of notice: the plural of its kind's first word. */
export function groupOf(kind: NoticeKind): NoticeGroup {
  const [first] = kind.split('.') as [FirstWord];
  return `${first}s`;
}

/** The kinds that come to the browsers of a person who has chosen nothing. */
const USUALLY_PUSHED: NoticeGroup[] = ['alerts', 'approvals', 'comments', 'disputes', 'payments', 'purchases'];

const way = (usual: Way) => z.enum(WAYS, 'invalid.entry').default(usual);
const hour = wholeNumber({ min: 0, max: 23 });

/** How notices reach a person. Hours are those of the person's time zone. */
export const noticeSettingsSchema = z
  .object({
    alerts: way('mail'),
    approvals: way('mail'),
    comments: way('inbox'),
    disputes: way('mail'),
    jobs: way('inbox'),
    messages: way('inbox'),
    payments: way('mail'),
    purchases: way('mail'),
    reports: way('mail'),
    pushed: z.array(z.enum(NOTICE_GROUPS, 'invalid.entry')).default(USUALLY_PUSHED),
    digestHour: hour.default(7),
    quietFrom: optional(hour),
    quietUntil: optional(hour)
  })
  .superRefine(({ quietFrom, quietUntil }, context) => {
    const demand = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (quietFrom !== null && quietUntil === null) demand('quietUntil', 'required.field');
    if (quietFrom === null && quietUntil !== null) demand('quietFrom', 'required.field');
    if (quietFrom !== null && quietFrom === quietUntil) demand('quietUntil', 'notice.quiet.same');
  });
export type NoticeSettings = z.output<typeof noticeSettingsSchema>;

const settingsRow = z.strictObject({
  alerts: textOf<Way>(),
  approvals: textOf<Way>(),
  comments: textOf<Way>(),
  disputes: textOf<Way>(),
  jobs: textOf<Way>(),
  messages: textOf<Way>(),
  payments: textOf<Way>(),
  purchases: textOf<Way>(),
  reports: textOf<Way>(),
  pushed: z.array(textOf<NoticeGroup>()),
  digestHour: z.number(),
  quietFrom: z.number().nullable(),
  quietUntil: z.number().nullable()
});

interface Owner {
  issuerId: string;
  userId: string;
}

/** How notices reach a user; who has chosen nothing gets what the product chooses. */
export async function noticeSettings(
  { issuerId, userId }: Owner,
  tx: Transaction = database()
): Promise<NoticeSettings> {
  const [settings] = await readRows(tx, settingsRow)`
    SELECT s.alerts, s.approvals, s.comments, s.disputes, s.jobs, s.messages, s.payments, s.purchases, s.reports,
      s.pushed, s.digest_hour AS "digestHour", s.quiet_from AS "quietFrom", s.quiet_until AS "quietUntil"
    FROM notice_settings s WHERE s.issuer_id = ${issuerId}::uuid AND s.user_id = ${userId}::uuid`;
  return settings ?? noticeSettingsSchema.parse({});
}

/** The condition that user `u` has chosen to be told of messages: by themselves they are in the inbox only. */
export const WANTS_MESSAGES_TOLD = Prisma.sql`(u.issuer_id, u.id) IN (
  SELECT s.issuer_id, s.user_id FROM notice_settings s WHERE s.messages <> 'inbox' OR 'messages' = ANY(s.pushed))`;

/** Saves how notices reach a user, by that user. Saving the same again changes nothing. What waits already stays due. */
export async function saveNoticeSettings(
  { issuerId, userId }: Owner,
  settings: NoticeSettings,
  origin: Origin
): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`notice settings/${issuerId}/${userId}`}))`;
    const changes = changesBetween(await noticeSettings({ issuerId, userId }, tx), settings);
    if (Object.keys(changes).length === 0) return;
    await tx.noticeSetting.upsert({
      where: { issuerId_userId: { issuerId, userId } },
      create: { issuerId, userId, ...settings },
      update: settings
    });
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: userId,
      action: 'user.changed',
      entity: 'user',
      entityId: userId,
      details: changes
    });
  });
}

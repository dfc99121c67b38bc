import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { soughtText } from '../../core/entry/plain-text';
import type { PlacedChoice } from '../../directory/people/find-people';
import { findInReach } from '../../directory/people/people-in-reach';
import { userName } from '../../directory/people/reads/user-name';
import { KINDS } from '../../directory/structure/kinds';
import { atNode } from '../../directory/structure/reads/joins';
import { seenReport } from './saved-reports';

/** The roles that a report can be shared with, or sent to, at a place: everybody's but the system's administrators'. */
export const READING_ROLES = ROLES.filter((role) => role !== 'Z');

/** The most people and places that a report is shared with. */
export const MOST_SHARES = 50;

/** User ids as entered, each once. */
export const userIdsEntered = z
  .array(soughtText(255))
  .default([])
  .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter(Boolean))]);

/** Whom a report is shared with, as entered: people, or those of a place, in some roles or in any. */
export const shareSchema = z
  .object({
    by: z.enum(['people', 'place'], 'required'),
    recipients: userIdsEntered,
    nodeId: z.guid('place.not.found').nullish(),
    roles: z.array(z.enum(READING_ROLES)).default([]),
    mayChange: z.boolean().default(false)
  })
  .superRefine(({ by, recipients, nodeId }, context) => {
    const field = by === 'people' ? 'recipients' : 'nodeId';
    if (by === 'people' ? recipients.length === 0 : !nodeId)
      context.addIssue({ code: 'custom', path: [field], message: 'required.field' });
  });
export type ShareEntry = z.output<typeof shareSchema>;

const shareRow = z.strictObject({
  id: z.string(),
  /** The person; null: it is shared with a place. */
  person: z.string().nullable(),
  place: z.string().nullable(),
  kind: z.enum(KINDS).nullable(),
  roles: z.array(z.enum(ROLES)),
  mayChange: z.boolean()
});
/** A person, or the people of a place, with whom a report is shared. */
export type Share = z.infer<typeof shareRow>;

/** With whom a report is shared that the principal may share and delete: people first, then places, by name. */
export async function sharesOf(principal: Principal, reportId: string, tx: Transaction = database()): Promise<Share[]> {
  if (!(await seenReport(principal, reportId, tx))?.mayManage) return [];
  return readRows(tx, shareRow)`
    SELECT s.id, ${userName(Prisma.sql`s.issuer_id`, Prisma.sql`s.user_id`)} AS person, n.name_1 AS place,
      n.kind::text AS kind, s.roles::text[] AS roles, s.may_change AS "mayChange"
    FROM report_shares s LEFT ${atNode('s.node_id')}
    WHERE s.issuer_id = ${principal.issuerId}::uuid AND s.definition_id = ${reportId}::uuid
    ORDER BY person NULLS LAST, place, roles, s.id`;
}

/** Those with whom the principal can share a report, by the beginnings of names and user id; at most 20. */
export async function findReaders(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'reports', 'modify') ? findInReach(principal, text) : [];
}

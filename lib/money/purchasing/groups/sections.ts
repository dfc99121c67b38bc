import { Prisma } from '../../../core/database/prisma/client';
import { isStillUser } from '../../../directory/people/known-user';
import { hasApprover } from '../../approvals/profile-choices';

/** The sections of a purchase group, in their order: each is complete or says what is missing (C4.015D). */
export const SECTIONS = ['details', 'users', 'approvals', 'types', 'templates'] as const;
export type Section = (typeof SECTIONS)[number];
/** A group always has its name. */
export type MissingSection = Exclude<Section, 'details'>;

/** Without these a group turns inactive, without others it is in progress again (C4.015D). */
const VITAL: readonly MissingSection[] = ['users', 'approvals'];

/** The tables of set-up records: who is imported by their declarations can't import them. */
export interface GroupTables {
  types: Prisma.Sql;
  templates: Prisma.Sql;
}

/** The missing sections of group `g`, as an array of an SQL statement. A template counts where its type is offered too. */
export const missingSections = ({ types, templates }: GroupTables): Prisma.Sql => Prisma.sql`array_remove(ARRAY[
  CASE WHEN NOT EXISTS (
    SELECT 1 FROM purchase_group_users gu WHERE (gu.issuer_id, gu.group_id) = (g.issuer_id, g.id)
      AND ${isStillUser(Prisma.sql`gu.issuer_id`, Prisma.sql`gu.user_id`)}) THEN 'users' END,
  CASE WHEN NOT ${hasApprover(Prisma.sql`g.issuer_id`, Prisma.sql`g.profile_id`)} THEN 'approvals' END,
  CASE WHEN NOT EXISTS (
    SELECT 1 FROM purchase_group_records gt JOIN ${types} y ON (y.issuer_id, y.id) = (gt.issuer_id, gt.record_id)
    WHERE (gt.issuer_id, gt.group_id) = (g.issuer_id, g.id) AND y.active) THEN 'types' END,
  CASE WHEN NOT EXISTS (
    SELECT 1 FROM purchase_group_records gm JOIN ${templates} r ON (r.issuer_id, r.id) = (gm.issuer_id, gm.record_id)
    JOIN ${types} y ON (y.issuer_id, y.id) = (r.issuer_id, r.type)
    JOIN purchase_group_records gy ON (gy.issuer_id, gy.group_id, gy.record_id) = (gm.issuer_id, gm.group_id, y.id)
    WHERE (gm.issuer_id, gm.group_id) = (g.issuer_id, g.id) AND r.active AND y.active) THEN 'templates' END
], NULL)`;

/** What happens to a group by itself when these sections are missing that weren't before; null: nothing. */
export function eventOfGaps(
  before: readonly MissingSection[],
  after: readonly MissingSection[]
): 'empty' | 'reopen' | null {
  const gone = after.filter((section) => !before.includes(section));
  if (gone.some((section) => VITAL.includes(section))) return 'empty';
  return gone.length > 0 ? 'reopen' : null;
}

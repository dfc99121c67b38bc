import { z } from 'zod';
import type { Role } from '../../../access/policy/policy';
import { settingsOf } from '../../../access/settings/setting-value';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import type { Refusal } from '../../../core/entry/refusal';
import { isFederatedUser, ofCredentials, tokenStatusOf } from '../../../sign-in/reads/credentials';
import { holdIssuer } from '../../structure/reads/node-that';
import { MOST_ROLES, rolesOfPerson } from '../add-role';
import { reachOf } from '../maintenance';
import type { UserStatus } from '../states';
import { isOfStructure } from './link-structure';

const endRow = z.strictObject({
  id: z.string(),
  status: textOf<UserStatus>(),
  companyId: z.string().nullable(),
  deletedAt: z.date().nullable(),
  /** Signs in by another method than a password of ours, or is required to. */
  isStrong: z.boolean(),
  isLinked: z.boolean(),
  isPrimary: z.boolean()
});
type End = z.infer<typeof endRow>;

const OTHER_STRUCTURE: Refusal = { code: 'link.other.structure', field: 'userId' };

/** Locks both ends of a link until the commit, always in one order, and reads them after the wait. */
async function hold(tx: Transaction, issuerId: string, ids: readonly string[]): Promise<Map<string, End>> {
  await tx.$executeRaw`
    SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
  const rows = await readRows(tx, endRow)`
    SELECT u.id, u.status::text AS status, u.company_id AS "companyId", u.deleted_at AS "deletedAt",
      c.sso_only OR c.login_type = 'token'
        OR ${tokenStatusOf(Prisma.sql`u.issuer_id`, Prisma.sql`u.id`)} IS NOT NULL
        OR ${isFederatedUser(Prisma.sql`u.issuer_id`, Prisma.sql`u.id`)} AS "isStrong",
      EXISTS (SELECT 1 FROM user_links l WHERE l.issuer_id = u.issuer_id AND l.linked_user_id = u.id AND l.status = 'confirmed') AS "isLinked",
      EXISTS (SELECT 1 FROM user_links l WHERE l.issuer_id = u.issuer_id AND l.primary_user_id = u.id AND l.status = 'confirmed') AS "isPrimary"
    FROM users u ${ofCredentials('u.id')}
    WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map((end) => [end.id, end]));
}

/**
 * The reason that two ids can't be linked, or null. Both must be active (C4.024), of one reporting structure (C6.016: a
 * company group, or a company without one), company group administrators or below (C6.012), and sign in with passwords
 * of ours (C6.015). The primary never changes (C4.031), and an id belongs to one person. Together they keep to the
 * limits on roles (C6.013, C9.032).
 */
export async function linkFault(
  tx: Transaction,
  issuerId: string,
  { primaryId, linkedId }: { primaryId: string; linkedId: string }
): Promise<Refusal | null> {
  if (primaryId === linkedId) return { code: 'link.same', field: 'userId' };
  const ends = await hold(tx, issuerId, [primaryId, linkedId]);
  const [primary, linked] = [ends.get(primaryId), ends.get(linkedId)];
  if (!primary || !linked) return OTHER_STRUCTURE;
  const both = [primary, linked];
  // Keeps multi-user on until the commit: saving settings locks the same row (C4.033).
  await holdIssuer(tx, issuerId);
  if (both.some(({ status }) => status !== 'active')) return { code: 'user.not.active' };
  for (const { companyId } of both) {
    const settings = await settingsOf(tx, { issuerId, companyId }, ['multi.user', 'sso.only', 'two.factor.required']);
    if (!settings['multi.user']) return { code: 'link.off' };
    if (settings['sso.only'] || settings['two.factor.required']) return { code: 'link.sso.two.factor' };
  }
  if (both.some(({ isStrong }) => isStrong)) return { code: 'link.sso.two.factor' };
  if (primary.isLinked) return { code: 'link.primary.is.linked' };
  if (linked.isLinked || linked.isPrimary) return { code: 'link.held', field: 'userId' };
  const roles = [
    ...(await rolesOfPerson(tx, { issuerId, id: primaryId })),
    ...(await rolesOfPerson(tx, { issuerId, id: linkedId }))
  ];
  const fault = rolesFault(roles);
  if (fault) return fault;
  return (await isOfStructure(tx, issuerId, { primaryId, linkedId })) ? null : OTHER_STRUCTURE;
}

function rolesFault(roles: readonly Role[]): Refusal | null {
  if (roles.some((role) => reachOf(role) > reachOf('G'))) return { code: 'link.role' };
  if (roles.filter((role) => role === 'G').length > 1) return { code: 'role.one.company.group' };
  return roles.length > MOST_ROLES ? { code: 'role.too.many', params: { most: MOST_ROLES } } : null;
}

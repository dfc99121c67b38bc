import { z } from 'zod';
import { type Authority, authoritiesOf, ROLES, type Role } from '../../../access/policy/policy';
import { may, type Principal } from '../../../access/policy/principal';
import { changesBetween } from '../../../access/policy/record-act';
import { nodeColumns, within } from '../../../access/policy/scope';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { choicesOf } from '../../../kit/listing/listing';
import { atNode } from '../../structure/reads/joins';
import { MAINTENANCE_PROHIBITED, NOT_AUTHORIZED, rolesInReach, withheldFrom } from '../maintenance';
import { roleSchema } from '../schema';
import { changeOwned, createOwned, deleteOwned, type OwnedKind } from './owned-commands';
import { ownedFields, ownedListing, versionSchema } from './owned-record';

const authorityTemplateRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  owner: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  description: z.string().nullable(),
  authorities: z.array(textOf<Authority>()),
  active: z.boolean(),
  version: z.number(),
  /** The number of assignments that use it. */
  used: z.number()
});
export type AuthorityTemplate = z.infer<typeof authorityTemplateRow>;

export const authorityTemplateSchema = z.object({
  ...ownedFields,
  role: roleSchema,
  authorities: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(z.string()).max(200)),
  active: z.preprocess((given) => given === true || given === 'true' || given === 'on', z.boolean())
});
export type NewAuthorityTemplate = z.output<typeof authorityTemplateSchema>;
export const authorityTemplateChangeSchema = authorityTemplateSchema
  .omit({ owner: true, role: true })
  .extend({ version: versionSchema });

export const AUTHORITY_TEMPLATES = ownedListing('authority-templates', 'authority_templates', {
  role: {
    sql: Prisma.sql`t.role::text`,
    type: 'choice',
    label: 'user.role',
    filter: 'choice',
    choices: choicesOf(ROLES, (role) => `role.${role}`)
  },
  active: { sql: Prisma.sql`t.active`, type: 'boolean', label: 'template.active', filter: 'equals', sort: false }
});

/** An authority template in the principal's scope, or null. */
export async function findAuthorityTemplate(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<AuthorityTemplate | null> {
  if (!may(principal, 'authority_templates', 'view')) return null;
  const rows = await readRows(db, authorityTemplateRow)`
    SELECT t.issuer_id AS "issuerId", t.id, t.node_id AS "nodeId", n.name_1 AS owner, t.role::text AS role, t.name,
      t.description, t.authorities, t.active, t.version,
      (SELECT count(*)::int FROM assignments a WHERE a.issuer_id = t.issuer_id AND a.authority_template_id = t.id) AS used
    FROM authority_templates t ${atNode('t.node_id')}
    WHERE t.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return rows[0] ?? null;
}

const offeredTemplateRow = z.strictObject({ id: z.string(), name: z.string(), authorities: z.array(z.string()) });

/** The templates that the principal can give with a role, by name. */
export async function templatesForRole(principal: Principal, role: Role): Promise<{ id: string; name: string }[]> {
  if (!may(principal, 'users', 'modify') && !may(principal, 'user_templates', 'modify')) return [];
  const rows = await readRows(database(), offeredTemplateRow)`
    SELECT t.id, t.name, t.authorities FROM authority_templates t
    ${atNode('t.node_id')}
    WHERE t.role = ${role}::user_role AND t.active AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY t.name, t.id LIMIT 200`;
  const withheld = withheldFrom(principal, role);
  return rows.filter(({ authorities }) => !authorities.some((authority) => withheld.has(authority)));
}

/**
 * The reason that the principal may not grant these authorities to a role, or null: the role limits them, and nobody
 * grants authorities withheld from themselves.
 */
function grantFault(principal: Principal, role: Role, authorities: readonly string[]): Refusal | null {
  if (!rolesInReach(principal).includes(role)) return MAINTENANCE_PROHIBITED;
  if (role === principal.role && !may(principal, 'peers', 'modify')) return NOT_AUTHORIZED;
  const cap: readonly string[] = authoritiesOf(role);
  const withheld = withheldFrom(principal, role);
  const exceeds = authorities.some((authority) => !cap.includes(authority) || withheld.has(authority));
  return exceeds ? { code: 'authority.template.exceeds', field: 'authorities' } : null;
}

const AUTHORITY_TEMPLATE: OwnedKind<AuthorityTemplate> = {
  area: 'authority_templates',
  entity: 'authority_template',
  find: findAuthorityTemplate,
  fault: (principal, { role }) => grantFault(principal, role, [])
};

const written = ({
  name,
  description,
  active,
  authorities
}: Pick<AuthorityTemplate, 'name' | 'description' | 'active'> & { authorities: readonly string[] }) => ({
  name,
  description,
  active,
  authorities: [...authorities].sort().join(' ')
});

/** Creates a template for a role, within the principal's powers. */
export function createAuthorityTemplate(
  principal: Principal,
  { owner, ...template }: NewAuthorityTemplate,
  origin: Origin
): Promise<Result<string>> {
  const named = { owner, name: template.name };
  return createOwned(AUTHORITY_TEMPLATE, principal, named, origin, async (tx, { issuerId, id: nodeId }, id) => {
    const fault = grantFault(principal, template.role, template.authorities);
    if (fault) return refused(fault);
    await tx.authorityTemplate.create({ data: { issuerId, id, nodeId, ...template } });
    return accepted(changesBetween({}, { ...written(template), role: template.role }));
  });
}

/** Changes a template; it takes effect immediately for all its users. */
export function changeAuthorityTemplate(
  principal: Principal,
  id: string,
  { version, ...change }: z.output<typeof authorityTemplateChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  const opened = { id, name: change.name, version };
  return changeOwned(AUTHORITY_TEMPLATE, principal, opened, origin, async (tx, template) => {
    // Authorities granted before may stay.
    const added = change.authorities.filter((authority) => !template.authorities.includes(authority as Authority));
    const fault = grantFault(principal, template.role, added);
    if (fault) return refused(fault);
    const details = changesBetween(written(template), written(change));
    if (Object.keys(details).length > 0)
      await tx.authorityTemplate.update({
        where: { issuerId_id: { issuerId: template.issuerId, id } },
        data: { ...change, version: { increment: 1 }, updatedAt: now() }
      });
    return accepted(details);
  });
}

/** Deletes a template that no assignment and no user template uses. */
export function deleteAuthorityTemplate(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return deleteOwned(AUTHORITY_TEMPLATE, principal, id, origin, async (tx, { issuerId, used }) => {
    const named = await tx.userTemplate.count({ where: { issuerId, authorityTemplateId: id } });
    if (used + named === 0) return null;
    return { ...(used > 0 && { user: used }), ...(named > 0 && { user_template: named }) };
  });
}

import { z } from 'zod';
import { ROLES } from '../../../access/policy/policy';
import { may, type Principal } from '../../../access/policy/principal';
import { changesBetween } from '../../../access/policy/record-act';
import { nodeColumns, within } from '../../../access/policy/scope';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { optional } from '../../../core/entry/optional';
import { accepted, type Refusal, type Result, refused } from '../../../core/entry/refusal';
import { LOCALES } from '../../../core/language/locales';
import { now } from '../../../core/server/clock';
import { choicesOf } from '../../../kit/listing/listing';
import { atNode } from '../../structure/reads/joins';
import { givenTemplateFault } from '../add-role';
import { MAINTENANCE_PROHIBITED, rolesInReach } from '../maintenance';
import { idSchema, roleSchema } from '../schema';
import { changeOwned, createOwned, deleteOwned, type OwnedKind } from './owned-commands';
import { ownedFields, ownedListing, versionSchema } from './owned-record';

const userTemplateRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  nodeId: z.string(),
  owner: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  role: z.enum(ROLES),
  authorityTemplateId: z.string().nullable(),
  authorityTemplate: z.string().nullable(),
  locale: z.string().nullable(),
  version: z.number()
});

/** The initial properties of a new user. */
export type UserTemplate = z.infer<typeof userTemplateRow>;

export const userTemplateSchema = z.object({
  ...ownedFields,
  role: roleSchema.exclude(['H', 'Z']),
  authorityTemplateId: optional(idSchema),
  locale: optional(z.enum(LOCALES, 'invalid.entry'))
});
export type NewUserTemplate = z.output<typeof userTemplateSchema>;
export const userTemplateChangeSchema = userTemplateSchema.omit({ owner: true }).extend({ version: versionSchema });

export const USER_TEMPLATES = ownedListing('user-templates', 'user_templates', {
  role: {
    sql: Prisma.sql`t.role::text`,
    type: 'choice',
    label: 'user.role',
    filter: 'choice',
    choices: choicesOf(ROLES, (role) => `role.${role}`)
  }
});

const columns = Prisma.sql`t.issuer_id AS "issuerId", t.id, t.node_id AS "nodeId", n.name_1 AS owner, t.name, t.description,
  t.role::text AS role, t.authority_template_id AS "authorityTemplateId", a.name AS "authorityTemplate", t.locale, t.version`;
const tables = Prisma.sql`user_templates t ${atNode('t.node_id')}
  LEFT JOIN authority_templates a ON (a.issuer_id, a.id) = (t.issuer_id, t.authority_template_id)`;

/** A user template in the principal's scope, or null. */
export async function findUserTemplate(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<UserTemplate | null> {
  if (!may(principal, 'user_templates', 'view')) return null;
  const rows = await readRows(db, userTemplateRow)`
    SELECT ${columns} FROM ${tables} WHERE t.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return rows[0] ?? null;
}

/** The user templates that the principal can use for a new user, by name. */
export async function userTemplatesFor(principal: Principal): Promise<UserTemplate[]> {
  if (!may(principal, 'user_templates', 'view')) return [];
  const rows = await readRows(database(), userTemplateRow)`
    SELECT ${columns} FROM ${tables} WHERE ${within(principal.scope, nodeColumns('n'))} ORDER BY t.name, t.id LIMIT 200`;
  const roles = rolesInReach(principal);
  return rows.filter(({ role }) => roles.includes(role));
}

const USER_TEMPLATE: OwnedKind<UserTemplate> = {
  area: 'user_templates',
  entity: 'user_template',
  find: findUserTemplate,
  fault: (principal, { role }) => (rolesInReach(principal).includes(role) ? null : MAINTENANCE_PROHIBITED)
};

/** The reason that the principal may not save such a template at a node, or null. */
async function templateFault(
  tx: Transaction,
  principal: Principal,
  template: Pick<UserTemplate, 'role' | 'authorityTemplateId'>,
  { issuerId, nodeId }: Pick<UserTemplate, 'issuerId' | 'nodeId'>
): Promise<Refusal | null> {
  if (!rolesInReach(principal).includes(template.role)) return MAINTENANCE_PROHIBITED;
  return givenTemplateFault(tx, principal, template, { issuerId, nodeIds: [nodeId] });
}

/** Creates a template for new users, within the principal's powers. */
export function createUserTemplate(
  principal: Principal,
  { owner, ...template }: NewUserTemplate,
  origin: Origin
): Promise<Result<string>> {
  const named = { owner, name: template.name };
  return createOwned(USER_TEMPLATE, principal, named, origin, async (tx, { issuerId, id: nodeId }, id) => {
    const fault = await templateFault(tx, principal, template, { issuerId, nodeId });
    if (fault) return refused(fault);
    await tx.userTemplate.create({ data: { issuerId, id, nodeId, ...template } });
    return accepted(changesBetween({}, template));
  });
}

/** Changes a template. Users created from it are unaffected. */
export function changeUserTemplate(
  principal: Principal,
  id: string,
  { version, ...change }: z.output<typeof userTemplateChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  const opened = { id, name: change.name, version };
  return changeOwned(USER_TEMPLATE, principal, opened, origin, async (tx, template) => {
    const fault = await templateFault(tx, principal, change, template);
    if (fault) return refused(fault);
    const { issuerId, name, description, role, authorityTemplateId, locale } = template;
    const details = changesBetween({ name, description, role, authorityTemplateId, locale }, change);
    if (Object.keys(details).length > 0)
      await tx.userTemplate.update({
        where: { issuerId_id: { issuerId, id } },
        data: { ...change, version: { increment: 1 }, updatedAt: now() }
      });
    return accepted(details);
  });
}

/** Deletes a template. Users created from it are unaffected. */
export function deleteUserTemplate(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return deleteOwned(USER_TEMPLATE, principal, id, origin);
}

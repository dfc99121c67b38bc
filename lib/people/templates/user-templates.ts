import { z } from 'zod';
import { ROLES, type Role } from '../../access/policy';
import { may, type Principal } from '../../access/principal';
import { changesBetween, recordAct } from '../../access/record-act';
import { nodeColumns, within } from '../../access/scope';
import type { Origin } from '../../core/audit';
import { now } from '../../core/clock';
import { database, type Transaction, transaction } from '../../core/database';
import { newId } from '../../core/ids';
import { LOCALES } from '../../core/locales';
import { Prisma } from '../../core/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/refusal';
import { givenTemplateFault } from '../add-role';
import { MAINTENANCE_PROHIBITED, NOT_AUTHORIZED, rolesInReach } from '../maintenance';
import { idSchema, roleSchema } from '../schema';
import {
  changedMeanwhile,
  NAME_TAKEN,
  ownedFields,
  ownedListing,
  ownerOf,
  RECORD_NOT_FOUND,
  versionSchema
} from './owned-record';

/** What a new user begins with. */
export interface UserTemplate {
  issuerId: string;
  id: string;
  nodeId: string;
  owner: string;
  name: string;
  description: string | null;
  role: Role;
  authorityTemplateId: string | null;
  authorityTemplate: string | null;
  locale: string | null;
  version: number;
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((typed) => (typed === '' || typed === undefined ? null : typed), schema.nullable());

export const userTemplateSchema = z.object({
  ...ownedFields,
  role: roleSchema.exclude(['H', 'Z']),
  authorityTemplateId: optional(idSchema),
  locale: optional(z.enum(LOCALES, 'invalid.entry'))
});
export type NewUserTemplate = z.output<typeof userTemplateSchema>;
export const userTemplateChangeSchema = userTemplateSchema.omit({ owner: true }).extend({ version: versionSchema });

export const USER_TEMPLATES = ownedListing('user-templates', 'user_templates', 'user_templates', {
  role: {
    sql: Prisma.sql`t.role::text`,
    type: 'choice',
    label: 'user.role',
    filter: 'choice',
    choices: Object.fromEntries(ROLES.map((role) => [role, `role.${role}`]))
  }
});

const columns = Prisma.sql`t.issuer_id AS "issuerId", t.id, t.node_id AS "nodeId", n.name_1 AS owner, t.name, t.description,
  t.role::text AS role, t.authority_template_id AS "authorityTemplateId", a.name AS "authorityTemplate", t.locale, t.version`;
const tables = Prisma.sql`user_templates t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.node_id)
  LEFT JOIN authority_templates a ON (a.issuer_id, a.id) = (t.issuer_id, t.authority_template_id)`;

/** A user template of the principal's part, or null. */
export async function findUserTemplate(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<UserTemplate | null> {
  if (!may(principal, 'user_templates', 'view')) return null;
  const rows = await db.$queryRaw<UserTemplate[]>`
    SELECT ${columns} FROM ${tables} WHERE t.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return rows[0] ?? null;
}

/** The user templates that the principal can begin a new user with, by name. */
export async function userTemplatesFor(principal: Principal): Promise<UserTemplate[]> {
  if (!may(principal, 'user_templates', 'view')) return [];
  const rows = await database().$queryRaw<UserTemplate[]>`
    SELECT ${columns} FROM ${tables} WHERE ${within(principal.scope, nodeColumns('n'))} ORDER BY t.name, t.id LIMIT 200`;
  const roles = rolesInReach(principal);
  return rows.filter(({ role }) => roles.includes(role));
}

async function templateFault(
  tx: Transaction,
  principal: Principal,
  { role, authorityTemplateId }: Pick<UserTemplate, 'role' | 'authorityTemplateId'>
): Promise<Refusal | null> {
  if (!rolesInReach(principal).includes(role)) return MAINTENANCE_PROHIBITED;
  return givenTemplateFault(tx, principal, role, authorityTemplateId);
}

const isNameTaken = async (tx: Transaction, issuerId: string, nodeId: string, name: string, except?: string) => {
  const found = await tx.userTemplate.findFirst({
    where: { issuerId, nodeId, name: { equals: name, mode: 'insensitive' }, ...(except && { id: { not: except } }) }
  });
  return found !== null;
};

export async function createUserTemplate(
  principal: Principal,
  template: NewUserTemplate,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const owner = await ownerOf(tx, principal, 'user_templates', template.owner);
    if (!owner.ok) return owner;
    const fault = await templateFault(tx, principal, template);
    if (fault) return refused(fault);
    const { issuerId, id: nodeId } = owner.value;
    if (await isNameTaken(tx, issuerId, nodeId, template.name)) return refused(NAME_TAKEN);
    const { owner: _owner, ...fields } = template;
    const id = newId();
    await tx.userTemplate.create({ data: { issuerId, id, nodeId, ...fields } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_template.created',
      entity: 'user_template',
      entityId: id,
      nodeId,
      details: changesBetween({}, { ...fields, node: nodeId })
    });
    return accepted(id);
  });
}

async function changeable(tx: Transaction, principal: Principal, id: string): Promise<Result<UserTemplate>> {
  await tx.$queryRaw`SELECT 1 FROM user_templates WHERE id = ${id}::uuid FOR UPDATE`;
  const template = await findUserTemplate(principal, id, tx);
  if (!template) return RECORD_NOT_FOUND;
  if (!may(principal, 'user_templates', 'modify')) return refused(NOT_AUTHORIZED);
  return rolesInReach(principal).includes(template.role) ? accepted(template) : refused(MAINTENANCE_PROHIBITED);
}

export async function changeUserTemplate(
  principal: Principal,
  id: string,
  { version, ...change }: z.output<typeof userTemplateChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await changeable(tx, principal, id);
    if (!found.ok) return found;
    const template = found.value;
    if (template.version !== version) return changedMeanwhile(template.version);
    const fault = await templateFault(tx, principal, change);
    if (fault) return refused(fault);
    const { issuerId, nodeId } = template;
    if (await isNameTaken(tx, issuerId, nodeId, change.name, id)) return refused(NAME_TAKEN);
    const { name, description, role, authorityTemplateId, locale } = template;
    const details = changesBetween({ name, description, role, authorityTemplateId, locale }, change);
    if (Object.keys(details).length === 0) return accepted(null);
    await tx.userTemplate.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...change, version: { increment: 1 }, updatedAt: now() }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_template.changed',
      entity: 'user_template',
      entityId: id,
      nodeId: template.nodeId,
      details
    });
    return accepted(null);
  });
}

/** Deletes a template. Users who began with it keep what they have. */
export async function deleteUserTemplate(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await changeable(tx, principal, id);
    if (!found.ok) return found;
    const { issuerId, name } = found.value;
    await tx.userTemplate.delete({ where: { issuerId_id: { issuerId, id } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_template.deleted',
      entity: 'user_template',
      entityId: id,
      nodeId: found.value.nodeId,
      details: { 'before.name': name }
    });
    return accepted(null);
  });
}

import { z } from 'zod';
import { type Authority, authoritiesOf, ROLES, type Role } from '../../access/policy';
import { may, type Principal } from '../../access/principal';
import { changesBetween, recordAct } from '../../access/record-act';
import { nodeColumns, within } from '../../access/scope';
import type { Origin } from '../../core/audit';
import { now } from '../../core/clock';
import { database, type Transaction, transaction } from '../../core/database';
import { newId } from '../../core/ids';
import { Prisma } from '../../core/prisma/client';
import { accepted, type Refusal, type Result, refused } from '../../core/refusal';
import { MAINTENANCE_PROHIBITED, NOT_AUTHORIZED, rolesInReach, withheldFrom } from '../maintenance';
import { roleSchema } from '../schema';
import {
  changedMeanwhile,
  IN_USE,
  NAME_TAKEN,
  ownedFields,
  ownedListing,
  ownerOf,
  RECORD_NOT_FOUND,
  versionSchema
} from './owned-record';

export interface AuthorityTemplate {
  issuerId: string;
  id: string;
  nodeId: string;
  owner: string;
  role: Role;
  name: string;
  description: string | null;
  authorities: Authority[];
  active: boolean;
  version: number;
  /** Assignments that it holds for. */
  used: number;
}

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

export const AUTHORITY_TEMPLATES = ownedListing('authority-templates', 'authority_templates', 'authority_templates', {
  role: {
    sql: Prisma.sql`t.role::text`,
    type: 'choice',
    label: 'user.role',
    filter: 'choice',
    choices: Object.fromEntries(ROLES.map((role) => [role, `role.${role}`]))
  },
  active: { sql: Prisma.sql`t.active`, type: 'boolean', label: 'template.active', filter: 'equals', sort: false }
});

/** An authority template of the principal's part, or null. */
export async function findAuthorityTemplate(
  principal: Principal,
  id: string,
  db: Transaction = database()
): Promise<AuthorityTemplate | null> {
  if (!may(principal, 'authority_templates', 'view')) return null;
  const rows = await db.$queryRaw<AuthorityTemplate[]>`
    SELECT t.issuer_id AS "issuerId", t.id, t.node_id AS "nodeId", n.name_1 AS owner, t.role::text AS role, t.name,
      t.description, t.authorities, t.active, t.version,
      (SELECT count(*)::int FROM assignments a WHERE a.issuer_id = t.issuer_id AND a.authority_template_id = t.id) AS used
    FROM authority_templates t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.node_id)
    WHERE t.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  return rows[0] ?? null;
}

/** The templates that the principal can give with a role, by name. */
export async function templatesForRole(principal: Principal, role: Role): Promise<{ id: string; name: string }[]> {
  const rows = await database().$queryRaw<{ id: string; name: string; authorities: string[] }[]>`
    SELECT t.id, t.name, t.authorities FROM authority_templates t
    JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.node_id)
    WHERE t.role = ${role}::user_role AND t.active AND ${within(principal.scope, nodeColumns('n'))}
    ORDER BY t.name, t.id LIMIT 200`;
  const withheld = withheldFrom(principal);
  return rows.filter(({ authorities }) => !authorities.some((authority) => withheld.has(authority)));
}

/** Why the principal may not grant these authorities to a role, or null: the role caps them, and nobody gives what is kept from themselves. */
function grantFault(principal: Principal, role: Role, authorities: readonly string[]): Refusal | null {
  if (!rolesInReach(principal).includes(role)) return MAINTENANCE_PROHIBITED;
  if (role === principal.role && !may(principal, 'peers', 'modify')) return NOT_AUTHORIZED;
  const cap: readonly string[] = authoritiesOf(role);
  const withheld = withheldFrom(principal);
  const exceeds = authorities.some((authority) => !cap.includes(authority) || withheld.has(authority));
  return exceeds ? { code: 'authority.template.exceeds', field: 'authorities' } : null;
}

const isNameTaken = async (tx: Transaction, issuerId: string, nodeId: string, name: string, except?: string) => {
  const found = await tx.authorityTemplate.findFirst({
    where: { issuerId, nodeId, name: { equals: name, mode: 'insensitive' }, ...(except && { id: { not: except } }) }
  });
  return found !== null;
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

export async function createAuthorityTemplate(
  principal: Principal,
  template: NewAuthorityTemplate,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const owner = await ownerOf(tx, principal, 'authority_templates', template.owner);
    if (!owner.ok) return owner;
    const fault = grantFault(principal, template.role, template.authorities);
    if (fault) return refused(fault);
    const { issuerId, id: nodeId } = owner.value;
    if (await isNameTaken(tx, issuerId, nodeId, template.name)) return refused(NAME_TAKEN);
    const { owner: _owner, ...fields } = template;
    const id = newId();
    await tx.authorityTemplate.create({ data: { issuerId, id, nodeId, ...fields } });
    const details = changesBetween({}, { ...written(fields), role: fields.role, node: nodeId });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'authority_template.created',
      entity: 'authority_template',
      entityId: id,
      nodeId,
      details
    });
    return accepted(id);
  });
}

/** A template that the principal may change or delete, held until the commit. */
async function changeable(tx: Transaction, principal: Principal, id: string): Promise<Result<AuthorityTemplate>> {
  await tx.$queryRaw`SELECT 1 FROM authority_templates WHERE id = ${id}::uuid FOR UPDATE`;
  const template = await findAuthorityTemplate(principal, id, tx);
  if (!template) return RECORD_NOT_FOUND;
  if (!may(principal, 'authority_templates', 'modify')) return refused(NOT_AUTHORIZED);
  const fault = grantFault(principal, template.role, []);
  return fault ? refused(fault) : accepted(template);
}

/** Changes a template; everybody who has it has the new powers at once. */
export async function changeAuthorityTemplate(
  principal: Principal,
  id: string,
  { version, ...change }: z.output<typeof authorityTemplateChangeSchema>,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await changeable(tx, principal, id);
    if (!found.ok) return found;
    const template = found.value;
    if (template.version !== version) return changedMeanwhile(template.version);
    // What it granted before may stay.
    const added = change.authorities.filter((authority) => !template.authorities.includes(authority as Authority));
    const fault = grantFault(principal, template.role, added);
    if (fault) return refused(fault);
    const { issuerId, nodeId } = template;
    if (await isNameTaken(tx, issuerId, nodeId, change.name, id)) return refused(NAME_TAKEN);
    const details = changesBetween(written(template), written(change));
    if (Object.keys(details).length === 0) return accepted(null);
    await tx.authorityTemplate.update({
      where: { issuerId_id: { issuerId, id } },
      data: { ...change, version: { increment: 1 }, updatedAt: now() }
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'authority_template.changed',
      entity: 'authority_template',
      entityId: id,
      nodeId: template.nodeId,
      details
    });
    return accepted(null);
  });
}

/** Deletes a template that nobody has and no user template names. */
export async function deleteAuthorityTemplate(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const found = await changeable(tx, principal, id);
    if (!found.ok) return found;
    const { issuerId, name, used } = found.value;
    const named = await tx.userTemplate.count({ where: { issuerId, authorityTemplateId: id } });
    if (used + named > 0) return IN_USE;
    await tx.authorityTemplate.delete({ where: { issuerId_id: { issuerId, id } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'authority_template.deleted',
      entity: 'authority_template',
      entityId: id,
      nodeId: found.value.nodeId,
      details: { 'before.name': name }
    });
    return accepted(null);
  });
}

import { randomUUID } from 'node:crypto';
import {
  AUTHORITY_TEMPLATES,
  changeAuthorityTemplate,
  createAuthorityTemplate,
  deleteAuthorityTemplate,
  findAuthorityTemplate,
  templatesForRole
} from '@/lib/directory/people/templates/authority-templates';
import { ownersFor } from '@/lib/directory/people/templates/owned-record';
import {
  changeUserGroup,
  createUserGroup,
  deleteUserGroup,
  findGroupMembers,
  findUserGroup,
  groupMembers,
  USER_GROUPS
} from '@/lib/directory/people/templates/user-groups';
import {
  changeUserTemplate,
  createUserTemplate,
  deleteUserTemplate,
  findUserTemplate,
  USER_TEMPLATES,
  userTemplatesFor
} from '@/lib/directory/people/templates/user-templates';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const TABLES = { authority: 'authority_templates', user: 'user_templates', group: 'user_groups' } as const;
const made = new WeakMap<ScopeWorld, Record<keyof typeof TABLES, string[]>>();
const idsOf = (world: ScopeWorld, kind: keyof typeof TABLES) => made.get(world)?.[kind] ?? [];
const found = (rows: readonly ({ id: string } | null)[]) => rows.flatMap((row) => (row ? [row.id] : []));
const FIELDS = { name: 'Try', description: null };

/** Templates and groups, each of which belongs to an issuer, a company group or a company. */
export const templates: ScopeModule = {
  name: 'templates',
  async populate(world) {
    const { database, placeOf } = world;
    const kept = { authority: [] as string[], user: [] as string[], group: [] as string[] };
    for (const node of [...world.all('issuer'), ...world.all('company_group'), ...world.all('company')]) {
      for (const [kind, table] of Object.entries(TABLES)) {
        const id = randomUUID();
        const values = [node.issuerId, id, node.id, `Record ${id.slice(0, 8)}`];
        // Everybody of the issuer may be in a group, also who stands elsewhere.
        const insert =
          kind === 'group'
            ? `WITH made AS (INSERT INTO user_groups (issuer_id, id, node_id, name) VALUES ($1, $2, $3, $4) RETURNING issuer_id, id)
               INSERT INTO user_group_members (issuer_id, group_id, user_id)
               SELECT made.issuer_id, made.id, u.id FROM made JOIN users u ON u.issuer_id = made.issuer_id LIMIT 10`
            : `INSERT INTO ${table} (issuer_id, id, node_id, name, role) VALUES ($1, $2, $3, $4, 'C')`;
        await database.query(insert, values);
        placeOf.set(id, node.id);
        kept[kind as keyof typeof kept].push(id);
      }
    }
    made.set(world, kept);
  },
  readers: {
    AUTHORITY_TEMPLATES: (principal, world) => exported(principal, AUTHORITY_TEMPLATES, world),
    USER_TEMPLATES: (principal, world) => exported(principal, USER_TEMPLATES, world),
    USER_GROUPS: (principal, world) => exported(principal, USER_GROUPS, world),
    findAuthorityTemplate: async (principal, world) =>
      found(await Promise.all(idsOf(world, 'authority').map((id) => findAuthorityTemplate(principal, id)))),
    findUserTemplate: async (principal, world) =>
      found(await Promise.all(idsOf(world, 'user').map((id) => findUserTemplate(principal, id)))),
    'findUserGroup and its members': async (principal, world) => {
      const groups = await Promise.all(idsOf(world, 'group').map((id) => findUserGroup(principal, id)));
      const members = groups.map((group) => (group ? groupMembers(principal, group) : []));
      return [...found(groups), ...(await Promise.all(members)).flat().map(idOf)];
    },
    findGroupMembers: async (principal, world) => {
      const owners = [...world.all('issuer'), ...world.all('company_group'), ...world.all('company')];
      const members = owners.map(({ id }) => findGroupMembers(principal, id, ''));
      return (await Promise.all(members)).flat().map(idOf);
    },
    templatesForRole: async (principal) => (await templatesForRole(principal, 'C')).map(idOf),
    userTemplatesFor: async (principal) => (await userTemplatesFor(principal)).map(idOf),
    ownersFor: async (principal) => (await ownersFor(principal)).map(idOf)
  },
  writes: {
    changeAuthorityTemplate: (principal, id) =>
      changeAuthorityTemplate(principal, id, { ...FIELDS, authorities: [], active: false, version: 1 }, ORIGIN),
    deleteAuthorityTemplate: (principal, id) => deleteAuthorityTemplate(principal, id, ORIGIN),
    changeUserTemplate: (principal, id) =>
      changeUserTemplate(
        principal,
        id,
        { ...FIELDS, role: 'C', authorityTemplateId: null, locale: null, version: 1 },
        ORIGIN
      ),
    deleteUserTemplate: (principal, id) => deleteUserTemplate(principal, id, ORIGIN),
    changeUserGroup: (principal, id) =>
      changeUserGroup(principal, id, { ...FIELDS, members: ['Nobody.known'], version: 1 }, ORIGIN),
    deleteUserGroup: (principal, id) => deleteUserGroup(principal, id, ORIGIN),
    'createAuthorityTemplate beside it': (principal, id, world) =>
      createAuthorityTemplate(
        principal,
        { ...FIELDS, owner: ownerOf(world, id), role: 'C', authorities: [], active: true },
        ORIGIN
      ),
    'createUserTemplate beside it': (principal, id, world) =>
      createUserTemplate(
        principal,
        { ...FIELDS, owner: ownerOf(world, id), role: 'C', authorityTemplateId: null, locale: null },
        ORIGIN
      ),
    'createUserTemplate with it': (principal, id) =>
      createUserTemplate(
        principal,
        { ...FIELDS, owner: randomUUID(), role: 'C', authorityTemplateId: id, locale: null },
        ORIGIN
      ),
    'createUserGroup beside it': (principal, id, world) =>
      createUserGroup(principal, { ...FIELDS, owner: ownerOf(world, id), members: ['Nobody.known'] }, ORIGIN)
  },
  targets: (world) => (['authority', 'user', 'group'] as const).flatMap((kind) => idsOf(world, kind))
};

const ownerOf = (world: ScopeWorld, id: string) => world.placeOf.get(id) ?? randomUUID();

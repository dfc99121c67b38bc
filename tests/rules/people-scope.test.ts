import fc from 'fast-check';
import type { Principal } from '@/lib/access/principal';
import { exportCsv } from '@/lib/listing/export';
import { listCount, listedIds, listPage } from '@/lib/listing/page';
import { readQuery } from '@/lib/listing/query';
import { accessAsUser } from '@/lib/people/access-as-user';
import { addRole } from '@/lib/people/add-role';
import { changeStatus } from '@/lib/people/change-status';
import { changeUser } from '@/lib/people/change-user';
import { changeUserId } from '@/lib/people/change-user-id';
import { createUser } from '@/lib/people/create-user';
import { deleteUser } from '@/lib/people/delete-user';
import { issuePassword } from '@/lib/people/issue-password';
import { requestLink } from '@/lib/people/links/request-link';
import { mergeUsers } from '@/lib/people/merge-users';
import { findPlaces } from '@/lib/people/places';
import { makePrimary, removeRole } from '@/lib/people/remove-role';
import { newUserSchema } from '@/lib/people/schema';
import { createUserGroup } from '@/lib/people/templates/user-groups';
import { USERS } from '@/lib/people/user-listing';
import { findUser } from '@/lib/people/user-record';
import { endUserSessions } from '@/lib/people/user-sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';

const database = useDatabase({ seeded: true });

const ROLE_OF = {
  issuer: 'I',
  company_group: 'G',
  company: 'C',
  account_group: 'S',
  org_point: 'O',
  account: 'A'
} as const;

/** A node to add: below which of the nodes there are, by a number that wraps around. */
const growth = fc.array(fc.nat(50), { minLength: 6, maxLength: 16 });
const people = fc.array(fc.nat(50), { minLength: 6, maxLength: 14 });

interface Placed {
  person: PlacedPerson;
  node: StructureNode;
}

/** A random structure of two issuers and people in it, all named by one word that a search can look for. */
async function aRandomWorld(grown: number[], placed: number[]) {
  const db = database.current;
  const nodes = [await anIssuer(db), await anIssuer(db)];
  for (const [n, at] of grown.entries()) {
    const parent = nodes[at % nodes.length] as StructureNode;
    const below = {
      issuer: [() => aCompanyGroup(db, parent), () => aCompany(db, parent)],
      company_group: [() => aCompany(db, parent)],
      company: [() => anAccountGroup(db, parent), () => anOrgPoint(db, parent), () => anAccount(db, parent)],
      account_group: [() => anOrgPoint(db, parent), () => anAccount(db, parent)],
      org_point: [() => anOrgPoint(db, parent), () => anAccount(db, parent)],
      account: []
    }[parent.kind];
    const make = below[n % Math.max(1, below.length)];
    if (make) nodes.push(await make());
  }
  const word = `Q${nodes[0]?.id.slice(0, 8)}`;
  const users: Placed[] = [];
  for (const at of placed) {
    const node = nodes[at % nodes.length] as StructureNode;
    users.push({ person: await aUserAt(db, ROLE_OF[node.kind], node, { lastName: word }), node });
  }
  return { nodes: nodes as [StructureNode, StructureNode], users, word };
}

/** What a viewer is to see, worked out from the paths alone. */
function isSeen(viewer: Placed, { issuerId, path }: StructureNode): boolean {
  return issuerId === viewer.node.issuerId && path.startsWith(viewer.node.path);
}

async function listed(principal: Principal, params: Record<string, string>): Promise<string[]> {
  const query = readQuery(USERS, { size: '10', ...params });
  const ids: string[] = [];
  let page = await listPage(principal, USERS, query);
  for (;;) {
    ids.push(...page.rows.map(({ id }) => id));
    if (!page.next) return ids.sort();
    page = await listPage(principal, USERS, { ...query, place: { after: page.next } });
  }
}

async function exported(principal: Principal, word: string): Promise<number> {
  const query = readQuery(USERS, { q: word });
  const chunks: Buffer[] = [];
  const csv = await exportCsv(principal, USERS, query, (key) => key, ORIGIN);
  for await (const chunk of csv ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString().split('\r\n').filter(Boolean).length - 1;
}

test('no list, search, count, export or address shows a user out of scope, for any role in any structure', async () => {
  await fc.assert(
    fc.asyncProperty(growth, people, async (grown, placed) => {
      const db = database.current;
      const { users, word, nodes } = await aRandomWorld(grown, placed);
      const groupAdmin = await aUserAt(db, 'H', await anIssuerGroup(db, [nodes[0]]));
      const viewers = [...users, { person: groupAdmin, node: nodes[0] }];
      for (const viewer of viewers) {
        const principal = await principalFor(db, viewer.person);
        const within = users
          .filter(({ node }) => isSeen(viewer, node))
          .map(({ person }) => person.id)
          .sort();
        const sees = !['A', 'S', 'O'].includes(principal.role);
        const expected = sees ? within : [];
        expect(await listed(principal, { q: word })).toEqual(expected);
        expect(await listCount(principal, USERS, readQuery(USERS, { q: word }))).toBe(expected.length);
        if (sees) expect(await exported(principal, word)).toBe(expected.length);
        const ids = users.map(({ person }) => person.id);
        expect((await listedIds(principal, USERS, ids)).map(({ id }) => id).sort()).toEqual(expected);
        for (const { person, node } of users)
          expect((await findUser(principal, person.id))?.id).toBe(sees && isSeen(viewer, node) ? person.id : undefined);
        for (const role of ['A', 'C', 'G', 'I', 'O', 'S'] as const) {
          const places = await findPlaces(principal, role, '');
          const all = [...nodes];
          for (const place of places)
            expect(isSeen(viewer, all.find(({ id }) => id === place.id) as StructureNode)).toBe(true);
        }
      }
    }),
    { numRuns: 4 }
  );
}, 120_000);

test('no write reaches a user out of scope: the answer is that there is none, and nothing has changed', async () => {
  await fc.assert(
    fc.asyncProperty(growth, people, async (grown, placed) => {
      const db = database.current;
      const { users } = await aRandomWorld(grown, placed);
      const state = () => db.query('SELECT id, version, status, node_id, user_id, email FROM users ORDER BY id');
      const rows = () =>
        db.query(
          'SELECT (SELECT count(*) FROM assignments) AS a, (SELECT count(*) FROM assignment_nodes) AS n, (SELECT count(*) FROM user_links) AS l, (SELECT count(*) FROM user_group_members) AS g, (SELECT count(*) FROM sessions WHERE revoked_at IS NULL) AS s, (SELECT count(*) FROM outbox) AS o'
        );
      for (const viewer of users.slice(0, 4)) {
        const principal = await principalFor(db, viewer.person);
        const [before, counted] = [await state(), await rows()];
        for (const { person, node } of users.filter((other) => !isSeen(viewer, other.node)).slice(0, 3)) {
          const { id } = person;
          const change = {
            firstName: 'X',
            lastName: 'Y',
            email: 'x@mail.example',
            phone: null,
            locale: null,
            version: 1
          };
          const role = { role: ROLE_OF[node.kind], place: [node.id], authorityTemplateId: null };
          const answers = [
            await changeUser(principal, id, change, ORIGIN),
            await changeUserId(principal, id, 'Somebody1', ORIGIN),
            await changeStatus(principal, id, 'deactivate', ORIGIN),
            await changeStatus(principal, id, 'unlock', ORIGIN),
            await issuePassword(principal, id, ORIGIN),
            await deleteUser(principal, id, ORIGIN),
            await endUserSessions(principal, id, null, ORIGIN),
            await addRole(principal, id, role, ORIGIN),
            await removeRole(principal, id, person.assignmentId, ORIGIN),
            await makePrimary(principal, id, { assignmentId: person.assignmentId }, ORIGIN),
            await mergeUsers(principal, { keptId: id, mergedId: viewer.person.id }, ORIGIN),
            await requestLink(principal, { primaryId: viewer.person.id, userId: person.userId }, ORIGIN),
            await accessAsUser(principal, id, ORIGIN),
            await createUser(
              principal,
              newUserSchema.parse({ firstName: 'X', lastName: 'Y', role: role.role, place: role.place }),
              async () => '',
              ORIGIN
            ),
            await createUserGroup(
              principal,
              { name: 'G', description: null, owner: node.id, members: [person.userId] },
              ORIGIN
            )
          ];
          expect(answers.every(({ ok }) => !ok)).toBe(true);
        }
        expect(await state()).toEqual(before);
        expect(await rows()).toEqual(counted);
      }
    }),
    { numRuns: 3 }
  );
}, 180_000);

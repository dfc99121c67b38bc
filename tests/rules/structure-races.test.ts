import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { createAccount } from '@/lib/directory/structure/create-account';
import { createNode } from '@/lib/directory/structure/create-node';
import { deleteNode } from '@/lib/directory/structure/delete-node';
import { moveNode } from '@/lib/directory/structure/move-node';
import { seenNode } from '@/lib/directory/structure/nodes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aNewAccount } from '../support/new-account';
import { aPrincipalAt } from '../support/principal';
import { type Random, randomOf } from '../support/scope/world';
import { aCompany, aCompanyGroup, anIssuer, anOrgPoint } from '../support/structure';
import { misplacedNodes } from '../support/structure-invariants';

const database = useDatabase();

interface Field {
  program: Principal;
  random: Random;
  /** Ids of nodes that may be there or gone by now. */
  ids: string[];
}

let numbers = 0;

/** One action of a user, anywhere. A refusal is as good as a success. */
async function something({ program, random, ids }: Field): Promise<void> {
  const [id, other] = [random.pick(ids), random.pick(ids)];
  const version = (await seenNode(program, id))?.version ?? 1;
  const kind = random.pick(['create', 'create', 'account', 'move', 'move', 'move', 'close', 'reopen', 'delete']);
  if (kind === 'move') await moveNode(program, id, { parentId: other, version }, ORIGIN);
  else if (kind === 'close' || kind === 'reopen') await changeNodeStatus(program, id, { event: kind, version }, ORIGIN);
  else if (kind === 'delete') await deleteNode(program, id, ORIGIN);
  else if (kind === 'account') await createAccount(program, id, aNewAccount(), ORIGIN);
  else {
    const node = { kind: 'org_point', number: `R${++numbers}`, name1: 'x', name2: null, level: 1 } as const;
    const created = await createNode(program, id, node, ORIGIN);
    if (created.ok) ids.push(created.value);
  }
}

test('C1.015 whatever is done to a structure at the same time, every path leads through its parents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
      const db = database.current;
      const random = randomOf(seed);
      const issuer = await anIssuer(db);
      const groups = [await aCompanyGroup(db, issuer), await aCompanyGroup(db, issuer)];
      const companies = [await aCompany(db, issuer), await aCompany(db, groups[0] as never)];
      const points = [];
      for (const company of companies)
        for (let parent = company, depth = 0; depth < 3; depth++) {
          parent = await anOrgPoint(db, parent);
          points.push(parent);
        }
      const program = await aPrincipalAt(db, 'I', issuer);
      const field = { program, random, ids: [...groups, ...companies, ...points].map(({ id }) => id) };
      for (let round = 0; round < 6; round++) {
        await Promise.all(Array.from({ length: 6 }, () => something(field)));
        expect(await misplacedNodes(db, issuer.id)).toEqual([]);
      }
    }),
    { numRuns: 8 }
  );
}, 120_000);

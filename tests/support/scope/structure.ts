import { may, type Principal } from '@/lib/access/policy/principal';
import { nodeColumns, within } from '@/lib/access/policy/scope';
import { database as product, transaction } from '@/lib/core/database/database';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { changeAccount } from '@/lib/directory/structure/change-account';
import { changeAccountState } from '@/lib/directory/structure/change-account-state';
import { changeNode } from '@/lib/directory/structure/change-node';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { seenCompany } from '@/lib/directory/structure/companies';
import { createAccount } from '@/lib/directory/structure/create-account';
import { createNode } from '@/lib/directory/structure/create-node';
import { deleteNode } from '@/lib/directory/structure/delete-node';
import { downloadStructure } from '@/lib/directory/structure/download-structure';
import { deleteIssuerGroup, issuerGroup, issuerGroups, saveIssuerGroup } from '@/lib/directory/structure/issuer-groups';
import { brandChoices, changeIssuer, issuerChoices, seenIssuer } from '@/lib/directory/structure/issuers';
import { accountList, nodeList } from '@/lib/directory/structure/lists';
import { moveNode } from '@/lib/directory/structure/move-node';
import { type StructureNode, seenNode } from '@/lib/directory/structure/nodes';
import { accountsFor, placesFor, replacementsFor } from '@/lib/directory/structure/places';
import { branchFrom, stepsTo, type TreeNode, treeBranch, treeRoots } from '@/lib/directory/structure/tree';
import { startJob } from '@/lib/kit/jobs/start-job';
import { bytesOf } from '../bytes';
import { ORIGIN } from '../module-world';
import { aNewAccount } from '../new-account';
import { exported, idOf, listed } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const found = (rows: readonly ({ id: string } | null)[]) => rows.flatMap((row) => (row ? [row.id] : []));

/** The whole tree, opened branch by branch. */
async function walked(principal: Principal): Promise<string[]> {
  const ids: string[] = [];
  const open = async (nodes: TreeNode[]): Promise<void> => {
    for (const node of nodes) {
      ids.push(node.id);
      let after: string | null = null;
      do {
        const branch: Awaited<ReturnType<typeof treeBranch>> = await treeBranch(principal, node, after);
        await open(branch.nodes);
        after = branch.next;
      } while (after);
    }
  };
  await open((await treeRoots(principal)).nodes);
  return ids;
}

const VERSION = { version: 1 };
const POINT = { kind: 'org_point', number: 'TRY', name1: 'Try', name2: null, level: 1 } as const;
/** A place that the principal sees, to put something of elsewhere below. */
const ownPlace = ({ scope, issuerId }: Principal) => scope.subtrees[0]?.nodeId ?? issuerId;

export const structure: ScopeModule = {
  name: 'structure',
  readers: {
    within: async ({ scope }) =>
      (
        await product().$queryRaw<{ id: string }[]>`SELECT n.id FROM nodes n WHERE ${within(scope, nodeColumns('n'))}`
      ).map(idOf),
    seenNode: async (principal, world) =>
      found(await Promise.all(world.all().map(({ id }) => seenNode(principal, id)))),
    seenAccount: async (principal, world) =>
      found(await Promise.all(world.all().map(({ id }) => seenAccount(principal, id)))),
    seenIssuer: async (principal, world) =>
      found(await Promise.all(world.all('issuer').map(({ id }) => seenIssuer(principal, id)))),
    issuerChoices: async (principal) => (await issuerChoices(principal)).map(idOf),
    'groups and brands, of which others than the system are told nothing': async (principal) => {
      const groups = await issuerGroups(principal);
      const one = await Promise.all(groups.map(({ id }) => issuerGroup(principal, id)));
      const brands = await brandChoices(principal);
      return principal.role === 'Z' ? [] : [...groups.map(idOf), ...found(one), ...brands.map(({ name }) => name)];
    },
    tree: walked,
    'treeBranch of elsewhere': async (principal, world) =>
      (await Promise.all(world.all().map((node) => treeBranch(principal, node)))).flatMap(({ nodes }) =>
        nodes.map(idOf)
      ),
    branchFrom: async (principal, world) => {
      const children = world.all().filter(({ id }) => world.parents.get(id));
      const branches = children.map((node) =>
        branchFrom(principal, { ...node, name1: node.name, parentId: world.parents.get(node.id) as string })
      );
      return (await Promise.all(branches)).flatMap(({ nodes }) => nodes.map(idOf));
    },
    stepsTo: async (principal, world) => {
      const steps = await Promise.all(world.all().map((node) => stepsTo(principal, node as never)));
      return steps.flat().flatMap(({ id }) => (id === null ? [] : [id]));
    },
    nodeList: (principal, world) => exported(principal, nodeList(), world),
    accountList: (principal, world) => exported(principal, accountList(), world),
    places: async (principal, world) => {
      const nodes = await Promise.all(world.all().map(({ id }) => seenNode(principal, id)));
      const seen = nodes
        .filter((node) => node !== null && (node.kind === 'org_point' || node.kind === 'account'))
        .slice(0, 8) as StructureNode[];
      const found = await Promise.all(
        seen.flatMap((node) =>
          ['al', 'cedar', 'h'].flatMap((text) => [
            placesFor(principal, node, text),
            replacementsFor(principal, node, text),
            accountsFor(principal, text)
          ])
        )
      );
      return found.flat().map(idOf);
    },
    seenCompany: async (principal, world) =>
      found(await Promise.all(world.all('company').map(({ id }) => seenCompany(principal, id)))),
    downloadStructure: async (principal, world) => {
      const ids: string[] = [];
      for (const { id } of [
        world.random.pick(world.all()),
        world.random.pick(world.all('company')),
        ...world.all('issuer')
      ]) {
        const sheet = await downloadStructure(principal, id, ORIGIN);
        if (!sheet) continue;
        for await (const { cells, number } of readSpreadsheet(await bytesOf(sheet)))
          if (number > 1) ids.push(String(cells[0]));
      }
      return ids;
    },
    'lists below elsewhere': async (principal, world) => {
      const tops = [
        world.random.pick(world.all()),
        world.random.pick(world.all('company')),
        world.random.pick(world.all('issuer'))
      ];
      const lists = tops.flatMap(({ id }) => [nodeList(id), accountList(id)]);
      return (await Promise.all(lists.map((list) => listed(principal, list, world)))).flat();
    }
  },
  complete: {
    within: (watcher, world) => (watcher.stands === 'everything' ? null : seenBy(watcher, world)),
    seenNode: seenBy,
    tree: (watcher, world) => (may(watcher.principal, 'structure', 'view') ? seenBy(watcher, world) : []),
    nodeList: (watcher, world) =>
      watcher.stands === 'everything'
        ? null
        : may(watcher.principal, 'structure', 'view')
          ? seenBy(watcher, world).filter((id) => world.nodes.get(id)?.kind !== 'account')
          : [],
    accountList: (watcher, world) =>
      watcher.stands === 'everything'
        ? null
        : seenBy(watcher, world).filter((id) => world.nodes.get(id)?.kind === 'account')
  },
  targets: (world) => world.all().map(idOf),
  writes: {
    'createNode below it': (principal, id) => createNode(principal, id, POINT, ORIGIN),
    changeNode: (principal, id, world) =>
      changeNode(
        principal,
        id,
        { ...POINT, kind: kindOf(world, id), currency: 'EUR', fiscalStart: 1, ...VERSION } as never,
        ORIGIN
      ),
    'moveNode below it': async (principal, id, world) => {
      const own = world
        .all('account')
        .find((node) =>
          principal.scope.subtrees.some(({ nodeId }) => nodeId !== node.id && world.isBelow(node.id, nodeId))
        );
      if (!own) return { ok: false, refusal: { code: 'not.found' } };
      const version = (await seenNode(principal, own.id))?.version ?? 1;
      return moveNode(principal, own.id, { parentId: id, version }, ORIGIN);
    },
    'an account replaced by it': async (principal, id, world) => {
      const own = world
        .all('account')
        .find((node) => principal.scope.subtrees.some(({ nodeId }) => world.isBelow(node.id, nodeId)));
      if (!own) return { ok: false, refusal: { code: 'not.found' } };
      const version = (await seenNode(principal, own.id))?.version ?? 1;
      return changeAccountState(principal, own.id, { event: 'replace', replacedById: id, version }, ORIGIN);
    },
    'moveNode away': (principal, id) => moveNode(principal, id, { parentId: ownPlace(principal), ...VERSION }, ORIGIN),
    changeNodeStatus: (principal, id) => changeNodeStatus(principal, id, { event: 'close', ...VERSION }, ORIGIN),
    deleteNode: (principal, id) => deleteNode(principal, id, ORIGIN),
    'createAccount below it': (principal, id) => createAccount(principal, id, aNewAccount(), ORIGIN),
    changeAccount: (principal, id) => {
      const { cardNumber: _, openedOn: __, ...entry } = aNewAccount();
      return changeAccount(principal, id, { ...entry, ...VERSION }, ORIGIN);
    },
    changeAccountState: (principal, id) => changeAccountState(principal, id, { event: 'close', ...VERSION }, ORIGIN),
    changeIssuer: (principal, id) =>
      principal.role === 'Z'
        ? Promise.resolve({ ok: false, refusal: { code: 'forbidden.action' } })
        : changeIssuer(
            principal,
            id,
            {
              number: 'TRY',
              name1: 'Try',
              name2: null,
              icas: [],
              timeZone: 'UTC',
              baseCurrency: 'EUR',
              brands: [],
              ...VERSION
            },
            ORIGIN
          ),
    saveIssuerGroup: (principal, id) =>
      saveIssuerGroup(principal, id, { number: 'TRY', name1: 'Try', name2: null, issuers: [] }, ORIGIN),
    deleteIssuerGroup: (principal, id) => deleteIssuerGroup(principal, id, ORIGIN),
    startJob: (principal, id) =>
      transaction((tx) => startJob(tx, principal, { kind: 'structure.check', nodeId: id, payload: {} }))
  }
};

const kindOf = (world: ScopeWorld, id: string) => world.nodes.get(id)?.kind ?? 'org_point';

function seenBy(watcher: Parameters<ScopeWorld['sees']>[0], world: ScopeWorld): string[] {
  return world
    .all()
    .filter(({ id }) => world.sees(watcher, id))
    .map(idOf);
}

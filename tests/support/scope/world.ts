import type { Principal } from '@/lib/access/policy/principal';
import type { TestDatabase } from '../database';
import { aPrincipalAt, principalFor } from '../principal';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anAssignment,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../structure';

/** Numbers that follow from a seed alone (mulberry32), so that a world that failed can be made again. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T
  };
}
export type Random = ReturnType<typeof randomOf>;

export interface Watcher {
  role: string;
  principal: Principal;
  /** The ids of the nodes they stand at; `everything` for the system's administrators. */
  stands: string[] | 'everything';
}

/** Several issuers with structures grown at random, people at random places in them, and where each record lies. */
export class ScopeWorld {
  readonly nodes = new Map<string, StructureNode>();
  readonly parents = new Map<string, string | null>();
  /** Records of every kind by their id, with the node each lies at. Modules put theirs in (ScopeModule.populate). */
  readonly placeOf = new Map<string, string>();
  readonly watchers: Watcher[] = [];

  constructor(
    readonly database: TestDatabase,
    readonly random: Random
  ) {}

  all = (kind?: StructureNode['kind']) =>
    [...this.nodes.values()].filter((node) => kind === undefined || node.kind === kind);

  add(node: StructureNode, parent: StructureNode | null): StructureNode {
    this.nodes.set(node.id, node);
    this.parents.set(node.id, parent?.id ?? null);
    this.placeOf.set(node.id, node.id);
    return node;
  }

  /** Whether a node is at or below another, by walking up from it: the definition, without paths. */
  isBelow(id: string, topId: string): boolean {
    for (let at: string | null | undefined = id; at; at = this.parents.get(at)) if (at === topId) return true;
    return false;
  }

  /** Whether a record is in a principal's scope. A record outside the world never is. */
  sees({ stands }: Watcher, recordId: string): boolean {
    const place = this.placeOf.get(recordId);
    if (place === undefined) throw new Error(`record ${recordId} is not of this world`);
    return stands === 'everything' || stands.some((top) => this.isBelow(place, top));
  }
}

/** A world of about thirty nodes an issuer, rearranged some times before people come into it. */
export async function aScopeWorld(
  database: TestDatabase,
  random: Random,
  rearrange: (world: ScopeWorld) => Promise<void>
): Promise<ScopeWorld> {
  const world = new ScopeWorld(database, random);
  for (let issuers = 0; issuers < 2; issuers++) await growIssuer(world);
  for (let times = 0; times < 8; times++) await rearrange(world);
  await populate(world);
  return world;
}

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel'];

async function growIssuer(world: ScopeWorld): Promise<void> {
  const { database, random } = world;
  const name = () => `${random.pick(NAMES)} ${random.pick(NAMES)}`;
  const issuer = world.add(await anIssuer(database, { name: name() }), null);
  const groups: StructureNode[] = [];
  for (let count = 1 + random.below(2); count > 0; count--)
    groups.push(world.add(await aCompanyGroup(database, issuer, { name: name() }), issuer));
  for (let count = 2 + random.below(3); count > 0; count--) {
    const above = random.pick([issuer, ...groups]);
    const company = world.add(await aCompany(database, above, { name: name() }), above);
    const places = [company];
    for (let steps = 3 + random.below(8); steps > 0; steps--) {
      const parent = random.pick(places);
      if (parent === company && random.chance(0.4))
        places.push(world.add(await anAccountGroup(database, parent, { name: name() }), parent));
      else
        places.push(
          world.add(await anOrgPoint(database, parent, { name: name(), level: 1 + random.below(15) }), parent)
        );
    }
    for (let accounts = 2 + random.below(4); accounts > 0; accounts--) {
      const parent = random.pick(places);
      world.add(await anAccount(database, parent, { name: name() }), parent);
    }
  }
}

const PLACES = { S: 'account_group', O: 'org_point', C: 'company', G: 'company_group', I: 'issuer' } as const;

/** Somebody in each role, at a random place of its kind. */
async function populate(world: ScopeWorld): Promise<void> {
  const { database, random, watchers } = world;
  for (const [role, kind] of Object.entries(PLACES)) {
    const nodes = world.all(kind);
    if (nodes.length === 0) continue;
    const node = random.pick(nodes);
    watchers.push({ role, principal: await aPrincipalAt(database, role, node), stands: [node.id] });
  }
  const issuer = random.pick(world.all('issuer'));
  const own = world.all('account').filter((node) => node.issuerId === issuer.id);
  const accounts = [random.pick(own), random.pick(own)].filter((node, at, list) => list.indexOf(node) === at);
  watchers.push({
    role: 'A',
    principal: await aPrincipalAt(database, 'A', accounts),
    stands: accounts.map(({ id }) => id)
  });
  watchers.push({
    role: 'H',
    principal: await aPrincipalAt(database, 'H', await anIssuerGroup(database, [issuer])),
    stands: [issuer.id]
  });
  watchers.push(await anIssuerNoMore(world, random.pick(world.all('company'))));
  watchers.push({ role: 'Z', principal: await aPrincipalAt(database, 'Z', null), stands: 'everything' });
}

/** A company administrator who was the issuer's for a time that is over, and whose session is still in that role. */
async function anIssuerNoMore({ database, nodes }: ScopeWorld, company: StructureNode): Promise<Watcher> {
  const person = await aUserAt(database, 'C', company);
  const issuer = nodes.get(company.issuerId) as StructureNode;
  const assignmentId = await anAssignment(database, person, 'I', issuer, { lastDay: '2026-01-31' });
  return { role: 'C', principal: await principalFor(database, person, { assignmentId }), stands: [company.id] };
}

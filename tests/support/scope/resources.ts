import { randomUUID } from 'node:crypto';
import { resourceFile, resourceLink } from '@/lib/directory/resources/open-resource';
import { openersOf } from '@/lib/directory/resources/openers';
import { resourcesFor } from '@/lib/directory/resources/resources';
import { granted } from '../results';
import type { StructureNode } from '../structure';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  /** The node that it is for. */
  place: string;
  role: string | null;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const ASKED = { locale: 'en_US', text: '' } as const;

/** A resource with a file, of an issuer or a company, for a place inside of it. */
async function aResource(world: ScopeWorld, owner: StructureNode, place: string | null, role: string | null) {
  const [id, file] = [randomUUID(), randomUUID()];
  const { issuerId } = owner;
  await world.database.query(
    "INSERT INTO files (issuer_id, id, name, media_type, bytes) VALUES ($1, $2, 'a.pdf', 'application/pdf', 'x')",
    [issuerId, file]
  );
  await world.database.query(
    "INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, 'resource', $3, $4, $5)",
    [issuerId, id, owner.id, id, JSON.stringify({ topic: 'forms', file, place, roles: role ? [role] : null })]
  );
  world.placeOf.set(id, owner.id);
  return { id, place: place ?? owner.id, role };
}

const isFor = ({ role, stands }: Watcher, one: Made, world: ScopeWorld) =>
  stands !== 'everything' && (!one.role || one.role === role) && stands.some((top) => world.isBelow(top, one.place));

/** The resource centre: what is for a person's role and a place at or above theirs; nobody reads another's. */
export const resources: ScopeModule = {
  name: 'resources',
  async populate(world) {
    const kept: Made[] = [];
    for (const owner of [...world.all('issuer'), ...world.all('company')]) {
      kept.push(await aResource(world, owner, null, null));
      kept.push(await aResource(world, owner, null, world.random.pick(['A', 'C', 'O'])));
      const inside = world.all('org_point').filter(({ id }) => world.isBelow(id, owner.id));
      if (inside.length > 0) kept.push(await aResource(world, owner, world.random.pick(inside).id, null));
    }
    made.set(world, kept);
  },
  isSeen: (watcher, id, world) => madeIn(world).some((one) => one.id === id && isFor(watcher, one, world)),
  readers: {
    resourcesFor: async (principal) => granted(await resourcesFor(principal, ASKED)).resources.map(idOf),
    resourceFile: async (principal, world) => {
      const found = madeIn(world).map(async ({ id }) => ((await resourceFile(principal, id, 'en_US')) ? [id] : []));
      return (await Promise.all(found)).flat();
    },
    // None of them is a link.
    resourceLink: async (principal, world) => {
      const found = madeIn(world).map(async ({ id }) => ((await resourceLink(principal, id, 'en_US')) ? [id] : []));
      return (await Promise.all(found)).flat();
    }
  },
  complete: {
    resourcesFor: (watcher, world) =>
      madeIn(world)
        .filter((one) => isFor(watcher, one, world))
        .map(idOf)
  },
  writes: {},
  targets: () => []
};

/** Who opened a resource: for those alone who manage its owner's; that they see people of their scope, resources.test.ts tries. */
export const resourceOpenings: ScopeModule = {
  name: 'openings of resources',
  readers: {
    openersOf: async (principal, world) => {
      const found = madeIn(world).map(async ({ id }) => ((await openersOf(principal, id)) ? [id] : []));
      return (await Promise.all(found)).flat();
    }
  },
  writes: {},
  targets: () => []
};

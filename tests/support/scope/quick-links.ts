import { randomUUID } from 'node:crypto';
import {
  moveQuickLink,
  quickLinks as quickLinksOf,
  removeQuickLink,
  renameQuickLink
} from '@/lib/kit/quick-links/quick-links';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, Map<string, string>>();
/** The owner of each link of a world. */
const linksIn = (world: ScopeWorld) => made.get(world) ?? new Map<string, string>();

/** Quick links: whose they are, and nobody else's. */
export const quickLinks: ScopeModule = {
  name: 'quick links',
  async populate(world) {
    const links = new Map<string, string>();
    for (const { principal } of world.watchers) {
      const id = randomUUID();
      await world.database.query(
        "INSERT INTO quick_links (issuer_id, id, user_id, name, address, position) VALUES ($1, $2, $3, 'x', '/workspace', 1)",
        [principal.issuerId, id, principal.userId]
      );
      world.placeOf.set(id, `owned by ${principal.userId}`);
      links.set(id, principal.userId);
    }
    made.set(world, links);
  },
  isSeen: ({ principal }, id, world) => linksIn(world).get(id) === principal.userId,
  readers: { quickLinks: async (principal) => (await quickLinksOf(principal)).map(idOf) },
  complete: {
    quickLinks: ({ principal }, world) =>
      [...linksIn(world)].flatMap(([id, ownerId]) => (ownerId === principal.userId ? [id] : []))
  },
  writes: {
    renameQuickLink: (principal, id) => renameQuickLink(principal, id, 'y'),
    moveQuickLink: (principal, id) => moveQuickLink(principal, id, 1),
    removeQuickLink: (principal, id) => removeQuickLink(principal, id)
  },
  targets: (world) => [...linksIn(world).keys()]
};

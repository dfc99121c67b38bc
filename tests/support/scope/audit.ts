import { appendAudits } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { auditEntry } from '@/lib/kit/audit/read-entry';
import { auditedIssuers } from '@/lib/kit/audit/scope';
import { askVerification, verificationState } from '@/lib/kit/audit/verifications';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { ORIGIN } from '../module-world';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

/** Where entries of an issuer lie, by their number: their node, or the issuer itself where they have none. */
async function placesOf(world: ScopeWorld, issuerId: string): Promise<Map<string, string>> {
  const entries = await world.database.query<{ sequence: string; place: string }>(
    'SELECT sequence, coalesce(node_id, issuer_id) AS place FROM audit_entries WHERE issuer_id = $1',
    [issuerId]
  );
  return new Map(entries.map(({ sequence, place }) => [String(sequence), place]));
}

/** The audit viewer: readers give the places of the entries that came back. */
export const audit: ScopeModule = {
  name: 'audit',
  populate: (world) =>
    transaction((tx) =>
      appendAudits(
        tx,
        ORIGIN,
        world
          .all()
          .map(({ issuerId, id, kind }) => ({ issuerId, action: 'structure.changed', entity: kind, entityId: id }))
      )
    ),
  readers: {
    auditListing: async (principal, world) => {
      const told: string[] = [];
      for (const { id: issuer } of world.all('issuer')) {
        const places = await placesOf(world, issuer);
        const listing = auditListing({ issuer });
        const query = { ...readQuery(listing, {}), size: 5_000 };
        const { rows } = await listPage(principal, listing, query);
        if ((await listCount(principal, listing, query)) !== rows.length)
          throw new Error('the count of audit entries tells of some that are not shown');
        told.push(...rows.map(({ id }) => places.get(String(BigInt(`0x${id.replaceAll('-', '')}`))) ?? 'lost'));
      }
      return told;
    },
    auditEntry: async (principal, world) => {
      const told: string[] = [];
      for (const { id: issuer } of world.all('issuer'))
        for (const [sequence, place] of [...(await placesOf(world, issuer))].slice(0, 25))
          if (await auditEntry(principal, issuer, BigInt(sequence))) told.push(place);
      return told;
    },
    auditedIssuers: async (principal) => {
      const issuers = (await auditedIssuers(principal)).map(idOf);
      // Whoever stands in an issuer chooses it, to see the entries of their part of it.
      const own = principal.scope.subtrees.map(({ issuerId }) => issuerId);
      return issuers.filter((id) => !own.includes(id));
    },
    verificationState: async (principal, world) => {
      const states = world.all('issuer').map(async ({ id }) => ((await verificationState(principal, id)) ? [id] : []));
      return (await Promise.all(states)).flat();
    }
  },
  writes: { askVerification: (principal, id) => askVerification(principal, id, ORIGIN) },
  targets: (world) => world.all('issuer').map(idOf)
};

import { randomUUID } from 'node:crypto';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { bringFeed } from '@/lib/money/feeds/bring-feed';
import { correctReject, seenReject } from '@/lib/money/feeds/correct-reject';
import { FEEDS, feedTotals, seenFeed, uploadMegabytes } from '@/lib/money/feeds/feeds';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { changeMapping, deleteMapping, FEED_MAPPINGS, seenMapping, usableMappings } from '@/lib/money/feeds/mappings';
import { feedRejects, sealedRow } from '@/lib/money/feeds/rejects';
import { dismissReject, nameAccount, reprocess, reprocessRow, unknownNames } from '@/lib/money/feeds/reprocess';
import { PLAIN, PLAIN_HEADINGS } from '../feeds/world';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Made {
  mappings: string[];
  feeds: string[];
  rejects: string[];
}

const made = new WeakMap<ScopeWorld, Made>();
const of = (world: ScopeWorld): Made => made.get(world) ?? { mappings: [], feeds: [], rejects: [] };
const ENTRY = { name: 'Taken over', layout: layoutSchema.parse(PLAIN), active: true };
const nothing = async function* (): AsyncGenerator<Uint8Array> {};

const ROW = { raw: '5500000000000004,R,2026-03-01,much,EUR,Shop,7011', headings: PLAIN_HEADINGS.split(',') };

/** Feeds, their mappings and rejected rows belong to their issuer: whoever has all of it sees them. */
export const feeds: ScopeModule = {
  name: 'feeds',
  async populate(world) {
    const kept: Made = { mappings: [], feeds: [], rejects: [] };
    for (const issuer of world.all('issuer')) {
      const [mapping, feed, reject] = [randomUUID(), randomUUID(), randomUUID()];
      await world.database.query(
        "INSERT INTO feed_mappings (issuer_id, id, name, layout, saved_by) VALUES ($1, $2, 'Plain', $3, '{}')",
        [issuer.id, mapping, JSON.stringify(ENTRY.layout)]
      );
      await world.database.query(
        `INSERT INTO feeds (issuer_id, id, mapping_id, mapping_name, layout, source, owner_user_id, owner, file_name, file_sha256, file_size, status, finished_at)
         VALUES ($1, $2, $3, 'Plain', $4, 'upload', $2, '{}', 'a.csv', sha256('x'), 1, 'completed', now())`,
        [issuer.id, feed, mapping, JSON.stringify(ENTRY.layout)]
      );
      await world.database.query(
        "INSERT INTO feed_totals (issuer_id, feed_id, outcome, currency, rows, debit, credit) VALUES ($1, $2, 'rejected', '', 1, 0, 0)",
        [issuer.id, feed]
      );
      await world.database.query(
        `INSERT INTO feed_rejects (issuer_id, feed_id, id, row, content, shown, account_name, reasons, reason, currency)
         VALUES ($1, $2, $3, 1, $4, 'x', 'somebody', '[{"code":"feed.account.unknown"}]', 'feed.account.unknown', '')`,
        [issuer.id, feed, reject, Buffer.from(sealedRow(issuer.id, reject, ROW))]
      );
      for (const id of [mapping, feed, reject]) world.placeOf.set(id, issuer.id);
      kept.mappings.push(mapping);
      kept.feeds.push(feed);
      kept.rejects.push(reject);
    }
    made.set(world, kept);
  },
  readers: {
    FEEDS: (principal, world) => exported(principal, FEEDS, world),
    FEED_MAPPINGS: (principal, world) => exported(principal, FEED_MAPPINGS, world),
    feedRejects: (principal, world) => exported(principal, feedRejects(), world),
    seenFeed: async (principal, world) =>
      (await Promise.all(of(world).feeds.map((id) => seenFeed(principal, id)))).flatMap((one) => one?.id ?? []),
    seenMapping: async (principal, world) =>
      (await Promise.all(of(world).mappings.map((id) => seenMapping(principal, id)))).flatMap((one) => one?.id ?? []),
    seenReject: async (principal, world) =>
      (await Promise.all(of(world).rejects.map((id) => seenReject(principal, id)))).flatMap((one) => one?.id ?? []),
    usableMappings: async (principal) => (await usableMappings(principal)).map(idOf),
    'totals, names and the limit': async (principal, world) => {
      await uploadMegabytes(principal);
      const told = of(world).feeds.map(async (id) => {
        const parts = await Promise.all([feedTotals(principal, id), unknownNames(principal, id)]);
        return parts.flat().length > 0 ? [id] : [];
      });
      return (await Promise.all(told)).flat();
    }
  },
  writes: {
    changeMapping: (principal, id) => changeMapping(principal, id, { ...ENTRY, version: 1 }, ORIGIN),
    deleteMapping: (principal, id) => deleteMapping(principal, id, ORIGIN),
    reprocess: (principal, id) => reprocess(principal, id, ORIGIN),
    reprocessRow: (principal, id) => reprocessRow(principal, id, ORIGIN),
    correctReject: (principal, id) => correctReject(principal, id, { amount: '1' }, ORIGIN),
    dismissReject: (principal, id) => dismissReject(principal, id, ORIGIN),
    nameAccount: (principal, id) => nameAccount(principal, id, { name: 'somebody', accountId: id }, ORIGIN),
    bringFeed: (principal, id) =>
      bringFeed(principal, { mappingId: id, source: 'upload', name: 'a.csv', chunks: nothing() }, ORIGIN),
    askBulk: (principal, id) =>
      askBulk(
        LISTS,
        principal,
        { list: 'feed-rejects', parameters: { feed: id }, query: '' },
        { action: 'dismiss', extent: { ids: [id] } },
        ORIGIN
      )
  },
  targets: (world) => [...of(world).mappings, ...of(world).feeds, ...of(world).rejects]
};

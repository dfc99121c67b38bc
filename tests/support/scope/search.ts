import type { Principal } from '@/lib/access/policy/principal';
import { SEARCHABLE } from '@/lib/composition/process/searchable';
import { cardNumberHash } from '@/lib/directory/structure/card-number';
import { findAccount } from '@/lib/directory/structure/find-account';
import { recentItems, remember } from '@/lib/kit/search/recent-items';
import { search as searchFor } from '@/lib/kit/search/search';
import { aCardNumber } from '../card-numbers';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const cards = new WeakMap<ScopeWorld, Map<string, string>>();
const cardsOf = (world: ScopeWorld) => [...(cards.get(world) ?? new Map<string, string>())];

async function found(principal: Principal, text: string): Promise<string[]> {
  const searched = await searchFor(SEARCHABLE, principal, { text, limit: 200 });
  return searched.state === 'found' ? searched.groups.flatMap(({ results }) => results.map(idOf)) : [];
}

/** Names of the world's nodes and people, beginnings of them, and mistyped ones. */
const TYPED = ['Alder', 'Birch', 'ced', 'dogwod', 'elm fir', 'holm', 'person'];

/** The search over everything, recent items and totals. */
export const search: ScopeModule = {
  name: 'search',
  async populate(world) {
    const numbers = new Map<string, string>();
    for (const { id } of world.all('account')) {
      const number = aCardNumber();
      numbers.set(id, number);
      await world.database.query('UPDATE accounts SET card_number_hash = $2, last_four = $3 WHERE id = $1', [
        id,
        Buffer.from(cardNumberHash(number)),
        number.slice(-4)
      ]);
    }
    cards.set(world, numbers);
  },
  readers: {
    'a name, a beginning, a mistyped word': async (principal) => {
      return (await Promise.all(TYPED.map((text) => found(principal, text)))).flat();
    },
    'last four digits': async (principal, world) =>
      (
        await Promise.all(
          cardsOf(world)
            .slice(0, 8)
            .map(([, number]) => found(principal, number.slice(-4)))
        )
      ).flat(),
    findAccount: async (principal, world) =>
      (await Promise.all(cardsOf(world).map(([, number]) => findAccount(principal, number)))).flatMap(
        (account) => account?.id ?? []
      ),
    recentItems: async (principal, world) => {
      // A record that was opened while one had it shows only as long as one has it.
      for (const { issuerId, id, kind } of world.all().slice(0, 15)) await remember(principal, { kind, issuerId, id });
      return (await recentItems(SEARCHABLE, principal, 50)).map(idOf);
    }
  },
  complete: {
    findAccount: (watcher, world) =>
      watcher.stands === 'everything' ? null : cardsOf(world).flatMap(([id]) => (world.sees(watcher, id) ? [id] : []))
  },
  writes: {},
  targets: () => []
};

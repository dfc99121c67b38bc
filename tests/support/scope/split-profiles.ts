import { randomUUID } from 'node:crypto';
import { offeredInScheme, ownScheme, ownSchemes } from '@/lib/money/allocation/own-schemes';
import { changeSplitProfile, createSplitProfile, deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { findSplitProfile, profilesFor, SPLIT_PROFILES } from '@/lib/money/allocation/split-profiles';
import { massAllocationSchema, massRefusal } from '@/lib/money/transactions/allocate-many';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  profile: string;
  scheme: string;
  issuerId: string;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const ENTRY = {
  name: 'Try',
  splits: ['50', '50'].map((percent) => ({ percent, description: null, codes: {} }))
};
const schemeOf = (world: ScopeWorld, id: string) => madeIn(world).find(({ profile }) => profile === id)?.scheme ?? id;

/** Whether somebody stands at or below a company, or has it in their part: its profiles are for all of them (C6.025). */
function isOfTheirs(watcher: Watcher, id: string, world: ScopeWorld): boolean {
  const { stands } = watcher;
  const company = world.placeOf.get(id) ?? id;
  return world.sees(watcher, id) || (stands !== 'everything' && stands.some((top) => world.isBelow(top, company)));
}

/** Split profiles, and the schemes that they divide by, which set-up has made: of a company, for everybody in it. */
export const splitProfiles: ScopeModule = {
  name: 'split profiles',
  async populate(world) {
    const kept: Made[] = [];
    for (const company of world.all('company')) {
      const [scheme] = await world.database.query<{ id: string }>(
        "SELECT id FROM setup_records WHERE entity = 'scheme' AND owner_id = $1",
        [company.id]
      );
      if (!scheme) throw new Error('a company without a scheme');
      const profile = randomUUID();
      await world.database.query(
        `INSERT INTO split_profiles (issuer_id, id, company_id, scheme_id, owner_id, name, lines)
         SELECT $1, $2, $3, $4, id, 'Halves', $5 FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1`,
        [company.issuerId, profile, company.id, scheme.id, JSON.stringify(ENTRY.splits)]
      );
      world.placeOf.set(profile, company.id);
      kept.push({ profile, scheme: scheme.id, issuerId: company.issuerId });
    }
    made.set(world, kept);
  },
  isSeen: isOfTheirs,
  readers: {
    SPLIT_PROFILES: (principal, world) => exported(principal, SPLIT_PROFILES, world),
    findSplitProfile: async (principal, world) =>
      (await Promise.all(madeIn(world).map(({ profile }) => findSplitProfile(principal, profile)))).flatMap(
        (one) => one?.id ?? []
      ),
    profilesFor: async (principal, world) =>
      (
        await Promise.all(
          madeIn(world).map(({ issuerId, scheme: schemeId }) => profilesFor(principal, { issuerId, schemeId }))
        )
      )
        .flat()
        .map(idOf),
    ownSchemes: async (principal, world) =>
      (await ownSchemes(principal)).map(idOf).filter((id) => world.placeOf.has(id)),
    'ownScheme and its values': async (principal, world) => {
      const found = madeIn(world).map(async ({ scheme }) => {
        const one = await ownScheme(principal, scheme);
        const [code] = one?.asks.codes ?? [];
        const offered = await offeredInScheme(principal, scheme, { of: code?.id ?? scheme, q: '', parent: '' });
        return one || offered.length > 0 ? [scheme] : [];
      });
      return (await Promise.all(found)).flat();
    }
  },
  complete: {
    findSplitProfile: (watcher, world) =>
      watcher.stands === 'everything'
        ? null
        : madeIn(world)
            .map(({ profile }) => profile)
            .filter((id) => isOfTheirs(watcher, id, world))
  },
  writes: {
    changeSplitProfile: (principal, id) => changeSplitProfile(principal, id, { ...ENTRY, version: 1 }, ORIGIN),
    deleteSplitProfile: (principal, id) => deleteSplitProfile(principal, id, ORIGIN),
    'createSplitProfile of its scheme': (principal, id, world) =>
      createSplitProfile(principal, { ...ENTRY, schemeId: schemeOf(world, id) }, ORIGIN),
    'massRefusal with it': async (principal, id, world) => {
      const asked = massAllocationSchema.parse({ schemeId: schemeOf(world, id), profileId: id });
      const refusal = await massRefusal(principal, asked);
      return { ok: refusal === null, refusal };
    }
  },
  targets: (world) => madeIn(world).map(({ profile }) => profile)
};

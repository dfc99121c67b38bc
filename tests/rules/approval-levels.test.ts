import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { changeStates } from '@/lib/money/transactions/change-state';
import { WAITING } from '@/lib/money/transactions/waiting';
import { aDelegation, aLink, aProfile } from '../support/approvals';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { type Random, randomOf } from '../support/scope/world';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anAssignment, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

/** The set-up in a simple form: the model of the rule uses only this. */
interface Model {
  parents: Map<string, string>;
  /** By the node that it holds at; limits and amounts in cents. */
  profiles: Map<string, { limit: number | null; members: string[] }[]>;
  people: { by: Principal; place: StructureNode; cards: string[] }[];
  delegations: { from: string; to: string }[];
  rows: { id: string; account: string; cents: number; currency: 'EUR' | 'USD' | 'JPY'; enteredBy: string | null }[];
  /** Two user ids of one person. */
  linked: [string, string];
}

// One rule gives 0.9 for a dollar; there is none for yen.
const CONVERTED = { EUR: 100, USD: 90, JPY: null } as const;
const isBelow = (model: Model, id: string, top: string): boolean => {
  for (let at: string | undefined = id; at; at = model.parents.get(at)) if (at === top) return true;
  return false;
};
const levelsFor = (model: Model, account: string) => {
  for (let at: string | undefined = account; at; at = model.parents.get(at)) {
    const levels = model.profiles.get(at);
    if (levels) return levels;
  }
  return null;
};

/** The cards of a person, under whichever of their user ids. */
const cardsOf = ({ people, linked }: Model, { by, cards }: Model['people'][number]) =>
  linked.includes(by.userId) ? people.flatMap((one) => (linked.includes(one.by.userId) ? one.cards : [])) : cards;

/**
 * Whether a user may approve a row, for whom, and whether it waits for the user: the rule, implemented a second time.
 */
function expected(model: Model, me: Model['people'][number], row: Model['rows'][number]) {
  const no = { may: false, behalf: undefined, waits: false };
  if (!isBelow(model, row.account, me.place.id) || cardsOf(model, me).includes(row.account)) return no;
  const isOne = (one: string, other: string) =>
    one === other || (model.linked.includes(one) && model.linked.includes(other));
  const standsFor = [me.by.userId, ...model.delegations.flatMap(({ from, to }) => (to === me.by.userId ? [from] : []))];
  if (standsFor.some((id) => row.enteredBy !== null && isOne(id, row.enteredBy))) return no;
  const levels = levelsFor(model, row.account);
  if (!levels) return { may: true, behalf: undefined, waits: true };
  const rate = CONVERTED[row.currency];
  if (rate === null) return no;
  const hundredths = Math.abs(row.cents) * rate;
  const reaching = levels.filter(({ limit }) => limit === null || hundredths <= limit * 100);
  const [least] = reaching;
  if (!least) return no;
  const standIns = model.people.filter(
    (other) =>
      model.delegations.some(({ from, to }) => from === other.by.userId && to === me.by.userId) &&
      !cardsOf(model, other).includes(row.account) &&
      isBelow(model, row.account, other.place.id)
  );
  const isIn = (level: (typeof levels)[number], { by }: Model['people'][number]) => level.members.includes(by.userId);
  const own = reaching.some((level) => isIn(level, me));
  const others = standIns.filter((other) => reaching.some((level) => isIn(level, other)));
  return {
    may: own || others.length > 0,
    behalf: own ? undefined : others.map(({ by }) => by.userId),
    waits: isIn(least, me) || standIns.some((other) => isIn(least, other))
  };
}

async function grown(random: Random): Promise<Model> {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const parents = new Map<string, string>();
  const below = async (parent: StructureNode) => {
    const node = await anOrgPoint(db, parent);
    parents.set(node.id, parent.id);
    return node;
  };
  const north = await below(company);
  const points = [company, north, await below(north), await below(company)];
  const people: Model['people'] = [];
  for (let count = 0; count < 5; count++) {
    const place = random.pick(points);
    people.push({ by: await aPrincipalAt(db, place === company ? 'C' : 'O', place), place, cards: [] });
  }
  const linked = people.slice(0, 2).map(({ by }) => by.userId) as [string, string];
  await aLink(db, issuer.id, linked);
  const accounts: { node: StructureNode; currency: 'EUR' | 'USD' | 'JPY' }[] = [];
  for (let count = 0; count < 6; count++) {
    const currency = random.pick(['EUR', 'EUR', 'USD', 'JPY'] as const);
    const parent = random.pick(points);
    const node = await anAccount(db, parent, { currency });
    parents.set(node.id, parent.id);
    accounts.push({ node, currency });
    if (random.chance(0.7)) {
      const holder = random.pick(people);
      if (holder.cards.length === 0) {
        await anAssignment(db, { id: holder.by.userId, issuerId: issuer.id }, 'A', node);
        holder.cards.push(node.id);
      }
    }
  }
  const administrator = await aPrincipalAt(db, 'C', company);
  await aRecord(administrator, 'currency-conversion-rule', recordsOf(company), {
    postedCurrency: 'USD',
    effectiveDate: '2026-01-01',
    rate: '0.9'
  });
  const profiles: Model['profiles'] = new Map();
  for (const place of points.filter(() => random.chance(0.5))) {
    const limits = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(20_000)).sort((a, b) => a - b);
    const levels = [...new Set(limits)].map((limit, index, all) => ({
      limit: index === all.length - 1 && random.chance(0.4) ? null : limit,
      members: people.filter(() => random.chance(0.4)).map(({ by }) => by.userId)
    }));
    profiles.set(place.id, levels);
    await aProfile(db, company, {
      levels: levels.map(({ limit, members }) => ({
        limit: limit === null ? null : (limit / 100).toFixed(2),
        members
      })),
      places: [place]
    });
  }
  const delegations: Model['delegations'] = [];
  for (let count = 0; count < 9; count++) {
    const [from, to] = [random.pick(people).by, random.pick(people).by];
    if (from === to) continue;
    const kind = random.pick(['now', 'now', 'over', 'coming', 'withdrawn'] as const);
    const days = { over: ['2020-01-01', '2020-02-01'], coming: ['2090-01-01', '2090-02-01'] };
    const [firstDay, lastDay] = kind in days ? days[kind as keyof typeof days] : [];
    await aDelegation(db, { from, to, firstDay, lastDay, withdrawn: kind === 'withdrawn' });
    if (kind === 'now') delegations.push({ from: from.userId, to: to.userId });
  }
  const limits = [...profiles.values()].flat().flatMap(({ limit }) => limit ?? []);
  const rows: Model['rows'] = [];
  for (let count = 0; count < 25; count++) {
    const { node, currency } = random.pick(accounts);
    // Often at a limit, or a cent beside it.
    const near =
      limits.length > 0 && random.chance(0.5) ? random.pick(limits) + random.below(3) - 1 : random.below(25_000);
    const cents = Math.max(near, 0) * (random.chance(0.2) ? -1 : 1);
    const amount = (cents / 100).toFixed(2);
    const type = cents < 0 ? 'credit' : 'purchase';
    const { id } = await aTransaction(db, node, { amount, type, state: 'reviewed' });
    const enteredBy = random.chance(0.3) ? random.pick(people).by.userId : null;
    await db.query('UPDATE transactions SET amount_by = array_remove(ARRAY[$2::uuid], NULL) WHERE id = $1', [
      id,
      enteredBy
    ]);
    rows.push({ id, account: node.id, cents, currency, enteredBy });
  }
  return { parents, profiles, people, delegations, rows, linked };
}

/** What an approval would do, undone again. */
async function tried(by: Principal, ids: string[]) {
  const undone = new Error('undone');
  const told = new Map<string, { may: boolean; behalf: string | undefined }>();
  await transaction(async (tx) => {
    const { done } = await changeStates(tx, by, ids, { event: 'approve' }, ORIGIN);
    const events = await tx.$queryRaw<{ id: string; behalf: string | null }[]>`
      SELECT transaction_id AS id, details->>'onBehalfOf' AS behalf FROM transaction_events WHERE transaction_id = ANY(${ids}::uuid[])`;
    const behalves = new Map(events.map(({ id, behalf }) => [id, behalf ?? undefined]));
    for (const id of ids) told.set(id, { may: done.includes(id), behalf: behalves.get(id) });
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return told;
}

test('W4 C1.001 C6.028 CD.22 CD.30 CD.60 who may approve what, and who is asked, is what levels, limits, places, delegations and who entered the amount say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
      const model = await grown(randomOf(seed));
      const ids = model.rows.map(({ id }) => id);
      for (const me of model.people) {
        const told = await tried(me.by, ids);
        const listed = new Set<string>();
        for await (const { id } of listRows(me.by, WAITING, readQuery(WAITING, {}))) listed.add(id);
        for (const row of model.rows) {
          const { may, behalf, waits } = expected(model, me, row);
          const real = told.get(row.id);
          const what = { row, role: me.by.role };
          expect({ ...what, may: real?.may, waits: listed.has(row.id) }).toEqual({ ...what, may, waits });
          if (may && behalf) expect(behalf).toContain(real?.behalf);
          else expect(real?.behalf).toBeUndefined();
        }
      }
    }),
    { numRuns: 30, endOnFailure: true }
  );
}, 300_000);

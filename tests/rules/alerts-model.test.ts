import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { merchantCategory } from '@/lib/core/entry/merchant-categories';
import { evaluateBooked } from '@/lib/money/alerts/evaluate';
import { previewAlert } from '@/lib/money/alerts/preview';
import { createAlert } from '@/lib/money/alerts/save-alert';
import { type AlertEntry, alertSchema } from '@/lib/money/alerts/schema';
import { TODAY } from '../support/feeds/world';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

/** The measures of what is booked. */
const MEASURES = [
  ...['charge', 'charge_share', 'any', 'card_total', 'card_share', 'place_total', 'country_in', 'country_outside']
];

/** The same numbers in each run (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    upTo: (most: number) => Math.floor(next() * most),
    one: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T
  };
}
type Random = ReturnType<typeof seeded>;

interface Charge {
  id: string;
  on: StructureNode;
  /** In cents. */
  cents: number;
  day: string;
  merchant: string;
  category: string;
  country: string | null;
  type: 'purchase' | 'credit' | 'cash';
}

const daysAgo = (ago: number) => new Date(Date.parse(TODAY) - ago * 86_400_000).toISOString().slice(0, 10);
const LIMIT_CENTS = 100_000;

function periodOf(period: string, day: string): string {
  if (period === 'day') return day;
  if (period === 'month') return `${day.slice(0, 7)}-01`;
  const back = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(Date.parse(day) - back * 86_400_000).toISOString().slice(0, 10);
}

const isCharge = ({ type, cents }: Charge) => type !== 'credit' && cents > 0;

/** Whether a rule looks at a charge, said a second time in a plain way. */
const looksAt = ({ categories, merchant }: AlertEntry, charge: Charge) =>
  isCharge(charge) &&
  (categories.length === 0 || categories.includes(merchantCategory(charge.category))) &&
  (merchant === null || charge.merchant.toLowerCase().includes(merchant.toLowerCase()));

const centsOf = ({ amount, percent }: AlertEntry) =>
  amount === null ? (LIMIT_CENTS * (percent ?? 0)) / 100 : Math.round(Number(amount) * 100);

function isMet({ measure, countries }: AlertEntry, { country, cents }: Charge, limit: number): boolean {
  if (measure === 'any') return true;
  if (measure === 'country_in') return country !== null && countries.includes(country);
  if (measure === 'country_outside') return country !== null && !countries.includes(country);
  return cents >= limit;
}

/** The causes for which a rule fires, with the day on which each was reached. */
function causesOf(rule: AlertEntry, inside: ReadonlySet<string>, charges: readonly Charge[]): Map<string, string> {
  const causes = new Map<string, string>();
  const sums = new Map<string, number>();
  const limit = centsOf(rule);
  const byDay = [...charges].sort((a, b) => (a.day + a.id < b.day + b.id ? -1 : 1));
  for (const charge of byDay.filter((one) => inside.has(one.on.id) && looksAt(rule, one))) {
    if (rule.period === null) {
      if (isMet(rule, charge, limit)) causes.set(charge.id, charge.day);
      continue;
    }
    const starts = periodOf(rule.period, charge.day);
    const place = rule.measure === 'place_total' ? rule.nodeId : charge.on.id;
    const sum = (sums.get(`${place} ${starts}`) ?? 0) + charge.cents;
    sums.set(`${place} ${starts}`, sum);
    for (const step of rule.early ? [75, 90, 100] : [100]) {
      const cause = `${place} ${starts} ${step}`;
      if (sum * 100 >= limit * step && !causes.has(cause)) causes.set(cause, charge.day);
    }
  }
  return causes;
}

function aRule(random: Random, at: number, nodes: readonly StructureNode[], userId: string): AlertEntry {
  return alertSchema.parse({
    name: `Rule ${at}`,
    nodeId: random.one(nodes).id,
    measure: MEASURES[at % MEASURES.length],
    amount: String((1 + random.upTo(60)) * 10),
    currency: 'EUR',
    percent: String(1 + random.upTo(60)),
    period: random.one(['day', 'week', 'month']),
    early: random.upTo(2) === 0,
    categories:
      at % MEASURES.length === 2 || random.upTo(3) === 0 ? [random.one(['hotels', 'restaurants', 'other'])] : [],
    countries: random.one([['NO'], ['NO', 'SE']]),
    merchant: random.upTo(4) === 0 ? random.one(['inn', 'BAR', 'x']) : null,
    recipients: [userId]
  });
}

describe('C2.027 alerts agree with a plain model', () => {
  test.each([1, 2, 3])('of random rules and charges, in any order, late and looked at twice (%i)', async (seed) => {
    const random = seeded(seed);
    const db = world.current;
    const issuer = await anIssuer(db);
    const company = await aCompany(db, issuer);
    const department = await anOrgPoint(db, company);
    const cards = [
      await anAccount(db, company, { currency: 'EUR' }),
      await anAccount(db, department, { currency: 'EUR' }),
      await anAccount(db, department, { currency: 'EUR' })
    ];
    await db.query('UPDATE accounts SET credit_limit = $2 WHERE id = ANY($1)', [
      cards.map(({ id }) => id),
      LIMIT_CENTS / 100
    ]);
    const user = await aUserAt(db, 'C', company);
    const C: Principal = await principalFor(db, user);
    const inside = new Map<string, Set<string>>([
      [company.id, new Set(cards.map(({ id }) => id))],
      [department.id, new Set(cards.slice(1).map(({ id }) => id))],
      ...cards.map(({ id }): [string, Set<string>] => [id, new Set([id])])
    ]);
    const rules: { id: string; entry: AlertEntry }[] = [];
    for (let at = 0; at < 24; at++) {
      const entry = aRule(random, at, [company, department, ...cards], user.userId);
      rules.push({ id: granted(await createAlert(C, entry, ORIGIN)), entry });
    }
    const charges: Charge[] = [];
    for (let booking = 0; booking < 5; booking++) await book(random, issuer, cards, charges);

    for (const { id, entry } of rules) {
      const rows = await db.query<{ cause: string }>(
        `SELECT coalesce(transaction_id::text, place_id || ' ' || period_start || ' ' || step) AS cause
         FROM spending_alert_firings WHERE alert_id = $1`,
        [id]
      );
      const causes = causesOf(entry, inside.get(entry.nodeId) ?? new Set(), charges);
      expect(rows.map(({ cause }) => cause).sort()).toEqual([...causes.keys()].sort());
      const recent = [...causes.values()].filter((day) => day >= daysAgo(89)).sort();
      expect(await previewAlert(C, entry)).toEqual({ count: recent.length, last: recent.at(-1) ?? null });
    }
  });
});

/** Books some charges at once and has alerts look at them, now and then twice. */
async function book(random: Random, issuer: StructureNode, cards: readonly StructureNode[], charges: Charge[]) {
  const feedId = randomUUID();
  const made: Charge[] = [];
  for (let count = 0; count < 12; count++) {
    const charge = {
      on: random.one(cards),
      cents: (1 + random.upTo(30)) * 1000,
      day: daysAgo(random.upTo(95)),
      merchant: random.one(['Inn', 'Wine bar', 'Shop']),
      category: random.one(['7011', '5812', '9999']),
      country: random.one(['NO', 'SE', 'DK', null]),
      type: random.one(['purchase', 'purchase', 'cash', 'credit'] as const)
    };
    const sign = charge.type === 'credit' ? '-' : '';
    const { id } = await aTransaction(world.current, charge.on, {
      postingDate: charge.day,
      amount: `${sign}${charge.cents / 100}`,
      merchant: charge.merchant,
      category: charge.category,
      type: charge.type,
      country: charge.country
    });
    made.push({ ...charge, id });
  }
  const [ids, days] = [made.map(({ id }) => id).sort(), made.map(({ day }) => day).sort()];
  await world.current.query('UPDATE transactions SET feed_id = $1 WHERE id = ANY($2)', [feedId, ids]);
  const payload = {
    issuerId: issuer.id,
    feedId,
    firstId: ids[0],
    lastId: ids.at(-1),
    firstDay: days[0],
    lastDay: days.at(-1)
  };
  for (let times = 1 + random.upTo(2); times > 0; times--)
    await transaction((tx) =>
      evaluateBooked(tx, { issuerId: issuer.id, id: randomUUID(), topic: 'alerts.booked', attempts: 0, payload })
    );
  charges.push(...made);
}

import type { Controls, Hours, Period } from './controls';
import type { Counters } from './counters';
import { type LocalTime, localTime, windowOf } from './local-time';
import { foldedName, isNamed } from './merchant-name';
import { amountOf, unitsOf } from './units';

/** What a merchant asks of a card. */
export interface Authorization {
  /** When the product received it: a terminal's own time does not count. */
  at: Date;
  kind: 'purchase' | 'preauthorization' | 'increment';
  amount: string;
  currency: string;
  merchantName: string;
  merchantId: string | null;
  acquirerId: string | null;
  /** The merchant's category (ISO 18245). */
  category: string | null;
}

/** Why a control, or the state of the card, declines; amounts as texts, days as `2026-02-28`. */
export type Failure =
  | { control: 'cardState'; state: 'suspended' | 'closed' }
  | { control: 'currency'; asked: string }
  | { control: 'validity'; from: string; to: string }
  | { control: 'curfew' | 'timeOfDay'; time: string }
  | { control: 'purchaseType'; category: string | null; type: string }
  | { control: 'merchant'; id: string }
  | { control: 'merchantName'; names: readonly string[] }
  | { control: 'transactionLimit'; limit: string }
  | { control: 'transactionCount'; count: number }
  | { control: 'amountRange'; min: string; max: string }
  | { control: 'exactAmounts'; amounts: readonly { from: string; to: string }[] }
  | { control: 'velocity'; period: Period; total: string; limit: string; left: string; until: string | null }
  | { control: 'velocityCount'; period: Period; count: number; until: string | null }
  | { control: 'agingVelocity'; left: string };

/** The answer to a merchant, by its code of ISO 8583, and every control that says no, in their order. */
export interface Decision {
  approved: boolean;
  code: string;
  failures: Failure[];
}

const CODES: Record<Failure['control'], string> = {
  cardState: '62',
  currency: '57',
  validity: '54',
  curfew: '57',
  timeOfDay: '57',
  purchaseType: '57',
  merchant: '57',
  merchantName: '57',
  transactionLimit: '61',
  transactionCount: '65',
  amountRange: '61',
  exactAmounts: '61',
  velocity: '61',
  velocityCount: '65',
  agingVelocity: '61'
};

/** The code of an answer by everything that said no, of which the first counts. */
export const codeOf = ([first]: readonly Failure[]): string => (first ? CODES[first.control] : '00');

type Asked = Authorization & { local: LocalTime; units: bigint };
type Check = (controls: Controls, asked: Asked, counters: Counters) => Failure | false;

/**
 * Decides on an authorization by the controls of a card (C3.017D): a pure function. Every failing control is named, in
 * the same order always; the first one gives the code. A card check of amount 0 passes the controls of amounts.
 */
export function decide(controls: Controls, counters: Counters, authorization: Authorization): Decision {
  const asked = {
    ...authorization,
    local: localTime(authorization.at, controls.timeZone),
    units: unitsOf(authorization.amount)
  };
  const failures: Failure[] = [];
  const keep = (failure: Failure | false) => failure && failures.push(failure);
  for (const check of OF_PLACES) keep(check(controls, asked, counters));
  if (asked.units > 0n) {
    for (const check of OF_AMOUNTS) keep(check(controls, asked, counters));
    for (const [at, velocity] of controls.velocities.entries()) {
      const counted = counters.velocities[at] ?? UNUSED;
      keep(amountFailure(velocity, asked, counted));
      keep(countFailure(velocity, asked, counted));
    }
    keep(agingFailure(controls, asked, counters));
  }
  return { approved: failures.length === 0, code: codeOf(failures), failures };
}

const isWithin = (hours: readonly Hours[], { weekday, time }: LocalTime) =>
  hours.some((one) => one.weekday === weekday && one.from <= time && time < one.to);

/** Leading zeros of an acquirer's id say nothing. */
const plainId = (id: string | null) => id?.replace(/^0+/, '') ?? null;

/** When, where and of what kind. */
const OF_PLACES: readonly Check[] = [
  ({ currency }, asked) => asked.currency !== currency && { control: 'currency', asked: asked.currency },
  ({ validity }, { local: { day } }) =>
    validity !== null && (day < validity.from || day > validity.to) && { control: 'validity', ...validity },
  ({ curfew }, { local }) => curfew !== null && isWithin(curfew, local) && { control: 'curfew', time: local.time },
  ({ timeOfDay }, { local }) =>
    timeOfDay !== null && !isWithin(timeOfDay, local) && { control: 'timeOfDay', time: local.time },
  ({ purchaseType: type }, { category }) =>
    type !== null &&
    !(category !== null && type.codes.includes(category)) && { control: 'purchaseType', category, type: type.name },
  ({ merchant }, { merchantId, acquirerId }) =>
    merchant !== null &&
    !(
      merchantId?.toUpperCase() === merchant.id &&
      (merchant.acquirerId === null || plainId(acquirerId) === plainId(merchant.acquirerId))
    ) && { control: 'merchant', id: merchant.id },
  ({ merchantName }, asked) =>
    merchantName !== null &&
    !isNamed(merchantName, asked.merchantName) && { control: 'merchantName', names: merchantName.names }
];

/** How much, and how often. */
const OF_AMOUNTS: readonly Check[] = [
  ({ transactionLimit: limit }, { units }) =>
    limit !== null &&
    limit.amount !== null &&
    units > unitsOf(limit.amount) && { control: 'transactionLimit', limit: limit.amount },
  ({ transactionLimit: limit }, { kind }, { uses }) =>
    limit !== null &&
    limit.count !== null &&
    kind !== 'increment' &&
    uses + 1 > limit.count && { control: 'transactionCount', count: limit.count },
  ({ amountRange: range }, { units, kind }) =>
    range !== null &&
    // What a merchant asks before the final amount, or in addition to it, may be small.
    (units > unitsOf(range.max) || (kind === 'purchase' && units < unitsOf(range.min))) && {
      control: 'amountRange',
      ...range
    },
  ({ exactAmounts: exact }, { units }, { amounts }) =>
    exact !== null &&
    !exact.bands.some(
      (band) => isIn(band, units) && !(exact.once && amounts.some((earlier) => isIn(band, earlier)))
    ) && { control: 'exactAmounts', amounts: exact.bands }
];

type Velocity = Controls['velocities'][number];
type Counted = Counters['velocities'][number];
const UNUSED: Counted = { spent: 0n, uses: 0 };

const endOf = ({ period }: Velocity, { local: { day } }: Asked) => windowOf(period, day)?.until ?? null;

const amountFailure = (velocity: Velocity, asked: Asked, { spent }: Counted): Failure | false =>
  velocity.amount !== null &&
  spent + asked.units > unitsOf(velocity.amount) && {
    control: 'velocity',
    period: velocity.period,
    limit: velocity.amount,
    until: endOf(velocity, asked),
    total: amountOf(spent + asked.units),
    left: amountOf(unitsOf(velocity.amount) - spent)
  };

/** An increment adds to a purchase that was counted already. */
const countFailure = (velocity: Velocity, asked: Asked, { uses }: Counted): Failure | false =>
  velocity.count !== null &&
  asked.kind !== 'increment' &&
  uses + 1 > velocity.count && {
    control: 'velocityCount',
    period: velocity.period,
    count: velocity.count,
    until: endOf(velocity, asked)
  };

const agingFailure: Check = ({ aging }, { units }, { held }) =>
  aging !== null &&
  units > unitsOf(aging.amount) - held && { control: 'agingVelocity', left: amountOf(unitsOf(aging.amount) - held) };

const isIn = ({ from, to }: { from: string; to: string }, units: bigint) =>
  units >= unitsOf(from) && units <= unitsOf(to);

/** Whether the merchant's name has nothing that can be compared, such as one in another script. */
export const isUnreadable = (merchantName: string): boolean => foldedName(merchantName) === '';

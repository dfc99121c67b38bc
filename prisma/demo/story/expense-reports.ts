import type { Principal } from '../../../lib/access/policy/principal';
import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import type { ExpenseDetails } from '../../../lib/money/expense-policies/details';
import { proposedType } from '../../../lib/money/expense-policies/proposed-type';
import { typesOfCategory } from '../../../lib/money/expense-policies/types-of-category';
import { outOfPocketTypes, typesToChoose } from '../../../lib/money/expense-policies/types-to-choose';
import { allowanceSchema } from '../../../lib/money/expenses/allowance-schema';
import { addAllowance } from '../../../lib/money/expenses/change-allowances';
import { changeDetails } from '../../../lib/money/expenses/change-details';
import { addCharges, addOwnMoney, explainLine } from '../../../lib/money/expenses/change-lines';
import { changeReport } from '../../../lib/money/expenses/change-report';
import { addTrip } from '../../../lib/money/expenses/change-trips';
import { linesOf } from '../../../lib/money/expenses/lines';
import { createReport } from '../../../lib/money/expenses/make-report';
import { markPersonal } from '../../../lib/money/expenses/personal-share';
import { findingsOfReport } from '../../../lib/money/expenses/policy-findings';
import { seenReport } from '../../../lib/money/expenses/report';
import { tripSchema } from '../../../lib/money/expenses/trip-schema';
import { asUser, ORIGIN } from '../as-user';
import type { CardCharge } from './card-feed';
import { type Card, cardOfUser } from './cards';

interface Story {
  userId: string;
  title: string;
  purpose: string;
  /** Whose charges are on it. */
  merchants: readonly string[];
  /** What is said of these charges, by their merchant. */
  details?: Readonly<Record<string, ExpenseDetails>>;
  /** What was paid from one's own money: its merchant, expense type, amount in the card's currency, and description. */
  own?: readonly [merchant: string, type: string, amount: string, description: string];
  /** How much of the first charge was for oneself. */
  personal?: string;
  /** What was driven in one's own car. */
  trip?: { route: string; distance: string; description: string };
  /** A day abroad with an allowance. */
  allowance?: { destination: string; description: string };
  isSubmitted: boolean;
  /** Whether it is approved then, and settled by bank. */
  isRepaid?: boolean;
}

/** One report of each person: some are begun, some wait for an approver. Others are repaid by bank, or collected. */
export const EXPENSE_REPORTS: readonly Story[] = [
  {
    userId: 'anna.lindqvist',
    title: 'Wind power fair in Hamburg',
    purpose: 'To meet makers of turbines',
    merchants: ['Hotel Hafenblick', 'Hanseat Taxi', 'Nordvind Airlines'],
    details: {
      'Hotel Hafenblick': { purpose: 'Wind power fair', location: 'Hamburg', nights: 2 },
      'Nordvind Airlines': { purpose: 'Wind power fair' }
    },
    own: ['Imbiss am Hafen', 'Meals on the way', '145.00', 'Lunch at the fair'],
    isSubmitted: false
  },
  {
    userId: 'tove.nilsen',
    title: 'Inspection in Gävle',
    purpose: 'Yearly inspection of the substation',
    merchants: ['Jernia Byggvaruhus'],
    own: ['X-Trafik', 'Taxi and public transport', '39.00', 'Bus to the substation'],
    trip: {
      route: 'Uppsala – Gävle – Uppsala',
      distance: '218',
      description: 'To the substation, with the instruments'
    },
    isSubmitted: true
  },
  {
    userId: 'mei.tanaka',
    title: 'Singapore office',
    purpose: 'To open the new office',
    merchants: ['Hinode Airways', 'ComfortLine Cabs'],
    own: ['MRT Station', 'Taxi and public transport', '640', 'Trains between airport and office'],
    isSubmitted: false
  },
  {
    userId: 'oliver.hayes',
    title: 'Audit in Paris',
    purpose: 'To audit the accounts of the branch',
    merchants: ['Hôtel Lumière', 'Fly Albion'],
    details: {
      'Hôtel Lumière': { purpose: 'Audit of the branch', location: 'Paris', nights: 3 },
      'Fly Albion': { purpose: 'Audit of the branch' }
    },
    own: ['Métro Parisien', 'Taxi and public transport', '14.90', 'Ten tickets for the metro'],
    allowance: { destination: 'France', description: 'At the branch in Paris' },
    isSubmitted: true
  },
  {
    userId: 'anna.lindqvist',
    title: 'Site visit in Västerås',
    purpose: 'To see the new transformers',
    merchants: ['Mälarbanan Rail'],
    details: { 'Mälarbanan Rail': { purpose: 'Site visit' } },
    own: ['Bistro Hamnen', 'Meals on the way', '312.00', 'Lunch with the operator'],
    isSubmitted: true,
    isRepaid: true
  },
  {
    userId: 'anna.lindqvist',
    title: 'Pool car in Uppsala',
    purpose: 'To drive to the substation',
    merchants: ['Norrtank 24'],
    personal: '250.00',
    isSubmitted: true,
    isRepaid: true
  },
  {
    userId: 'tove.nilsen',
    title: 'Night shift in Gävle',
    purpose: 'To repair the substation',
    merchants: ['Bageri Sol'],
    own: ['Gävle Taxi', 'Taxi and public transport', '185.00', 'Taxi home after the last bus'],
    isSubmitted: true,
    isRepaid: true
  }
];

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Puts some of the people's charges on expense reports, and submits some of these. @throws when a command refuses */
export async function reportExpenses(charges: readonly CardCharge[]): Promise<void> {
  for (const story of EXPENSE_REPORTS) {
    const card = await cardOfUser(story.userId);
    const own = charges.filter((one) => one.card.accountId === card?.accountId);
    if (card && own.length > 0) await reportOf(story, card, own);
  }
}

/** Explains what the expense policy wants explained. */
async function explain(principal: Principal, id: string): Promise<void> {
  const report = await seenReport(principal, id);
  if (!report) throw new Error(`no report ${id}`);
  const findings = await findingsOfReport(report, await linesOf(report));
  const asked = findings.filter(({ level }) => level === 'explain').map(({ lineId }) => lineId);
  for (const lineId of new Set(asked))
    done('explanation', await explainLine(principal, { id, lineId }, 'The merchant gave me no receipt.', ORIGIN));
}

/** Says what the charges of a report were for. */
async function say(principal: Principal, id: string, said: NonNullable<Story['details']>): Promise<void> {
  const report = await seenReport(principal, id);
  if (!report) throw new Error(`no report ${id}`);
  const types = await typesToChoose(report);
  for (const { id: lineId, merchant, merchantCategoryCode } of await linesOf(report)) {
    const [details, type] = [said[merchant ?? ''], proposedType(types, merchantCategoryCode)];
    if (!details || !type) continue;
    const entry = { expenseTypeId: type.id, details };
    done('details', await changeDetails(principal, { id, lineId }, entry, ORIGIN));
  }
}

/** Says how much of the first charge of a report was personal. */
async function owe(principal: Principal, id: string, share: string): Promise<void> {
  const report = await seenReport(principal, id);
  const [line] = report ? await linesOf(report) : [];
  if (!line) throw new Error(`no charge on report ${id}`);
  done('personal share', await markPersonal(principal, { id, lineId: line.id }, share, ORIGIN));
}

/** Puts a trip by one's own car on a report. */
async function drive(
  principal: Principal,
  id: string,
  company: { issuerId: string; companyId: string },
  trip: NonNullable<Story['trip']> & { spentOn: string }
): Promise<void> {
  const [type] = await typesOfCategory('mileage', company);
  if (!type) throw new Error('no expense type for mileage');
  const entry = tripSchema.parse({ ...trip, vehicle: 'Own car', measure: 'distance', expenseTypeId: type.id });
  done('trip', await addTrip(principal, id, entry, ORIGIN));
}

/** Puts a day allowance on a report. */
async function travel(
  principal: Principal,
  id: string,
  company: { issuerId: string; companyId: string },
  { day, ...trip }: NonNullable<Story['allowance']> & { day: string }
): Promise<void> {
  const [type] = await typesOfCategory('allowance', company);
  if (!type) throw new Error('no expense type for day allowances');
  const time = { firstDay: day, departure: '06:30', lastDay: day, arrival: '21:15', lunch: [day] };
  const entry = allowanceSchema.parse({ ...trip, ...time, expenseTypeId: type.id });
  done('allowance', await addAllowance(principal, id, entry, ORIGIN));
}

async function reportOf(
  { title, purpose, merchants, details, own, personal, trip, allowance, isSubmitted }: Story,
  { accountId, holder }: Card,
  charges: readonly CardCharge[]
): Promise<void> {
  const { issuerId } = holder;
  const references = charges.filter(({ charge }) => merchants.includes(charge.merchant)).map((one) => one.reference);
  const booked = await database().transaction.findMany({
    where: { issuerId, accountId, sourceReference: { in: references } },
    orderBy: { transactionDate: 'asc' }
  });
  const days = booked.map(({ transactionDate }) => transactionDate.toISOString().slice(0, 10));
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
  const { companyId } = await database().node.findUniqueOrThrow({
    where: { issuerId_id: { issuerId, id: accountId } }
  });
  const [merchant = '', typeName, amount = '', description = ''] = own ?? [];
  const type = companyId
    ? (await outOfPocketTypes({ issuerId, companyId })).find(({ name }) => name === typeName)
    : undefined;
  await asUser(holder, async (principal) => {
    const id = done(title, await createReport(principal, { accountId, title, purpose, firstDay, lastDay }, ORIGIN));
    const ids = booked.map((one) => one.id);
    done('charges of a report', await addCharges(principal, id, ids, ORIGIN));
    if (details) await say(principal, id, details);
    if (personal) await owe(principal, id, personal);
    if (type) {
      const entry = { spentOn: lastDay, merchant, expenseTypeId: type.id, amount, description };
      done('own money', await addOwnMoney(principal, id, entry, ORIGIN));
    }
    if (trip && companyId) await drive(principal, id, { issuerId, companyId }, { ...trip, spentOn: lastDay });
    if (allowance && companyId) await travel(principal, id, { issuerId, companyId }, { ...allowance, day: lastDay });
    if (!isSubmitted) return;
    await explain(principal, id);
    const { version } = await database().expenseReport.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
    done('submitted report', await changeReport(principal, id, { event: 'submit', version }, ORIGIN));
  });
}

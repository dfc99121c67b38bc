import { jobHandlers } from '../../../lib/composition/process/job-handlers';
import { LISTS } from '../../../lib/composition/process/lists';
import { STANDARD_REPORTS } from '../../../lib/composition/process/standard-reports';
import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { timeZoneAt } from '../../../lib/directory/structure/reads/today';
import { workJobs } from '../../../lib/kit/jobs/work-jobs';
import { createReport, savedReportSchema } from '../../../lib/kit/reports/save-report';
import { createSchedule } from '../../../lib/kit/reports/schedules/save-schedule';
import { scheduleSchema } from '../../../lib/kit/reports/schedules/schema';
import { shareReport } from '../../../lib/kit/reports/share-report';
import { shareSchema } from '../../../lib/kit/reports/shares';
import { startRun } from '../../../lib/kit/reports/start-run';
import { startExport } from '../../../lib/money/ledger/start-export';
import { closeStatements } from '../../../lib/money/payments/statements/close-statements';
import { addTransaction } from '../../../lib/money/transactions/add-transaction';
import { administratorOf, asUser, ORIGIN, type Person } from '../as-user';
import { DAY } from '../calendar';
import { CAST } from '../cast';
import type { IssuerPlan } from '../plan';
import { setUpAlerts } from './alerts';
import { type CardCharge, jobsDone, referenceOf, uploadCharges } from './card-feed';
import { chargeVirtualCard } from './card-purchases';
import { type Card, cardOfUser, cardsOfCompany } from './cards';
import { CENTRAL_TRAVEL_CHARGES, CHARGES, type Charge, COLLEAGUES_CHARGES } from './charges';
import { disputeCharges, disputeOldCharges, fileWithNetwork } from './disputes';
import { reportExpenses } from './expense-reports';
import { sendMessages } from './messages';
import { payCards } from './payments';
import { requestPurchases } from './purchases';
import { addRegistrations } from './registrations';
import { repayReports } from './repayments';
import { centralCard, travel } from './travel';
import { workOnCharges } from './work';

/**
 * Gives the demo's people work of these days, by the product's commands: spending alerts, fresh charges from a file of the bank with
 * rows to correct, receipts, reviews, charges that are sent back, expenses out of pocket, an export to a ledger,
 * registrations to decide, purchase requests with their virtual cards, disputes, expense reports, bookings of a travel agency with the trip that they are for, statements, payments, repayments, and
 * messages in their inboxes. @throws when a command refuses
 */
export async function tellStory(plans: readonly IssuerPlan[], today: string): Promise<void> {
  const stop = await workJobs(jobHandlers);
  try {
    const charges: CardCharge[] = [];
    for (const plan of plans) await setUpAlerts((await issuerOf(plan)).id);
    for (const plan of plans) charges.push(...(await bookCharges(plan, today)));
    for (const plan of plans) await exportLedger(plan, today);
    for (const plan of plans) await runReports(plan, today);
    await jobsDone();
    for (const card of new Set(charges.map((one) => one.card)))
      await workOnCharges(charges.filter((one) => one.card === card));
    await addOutOfPocket(charges, today);
    await disputeCharges(charges);
    await reportExpenses(charges);
    for (const plan of plans) await bookTravel(plan, today);
    for (const plan of plans) await disputeOldCharges((await issuerOf(plan)).id, plan.house.name, today);
    for (const plan of plans) await fileWithNetwork((await issuerOf(plan)).id);
    for (const holder of await holders())
      for (const request of await requestPurchases(holder)) await chargeVirtualCard(holder, request);
    await closeStatements();
    await payCards();
    await repayReports();
    await addRegistrations(new Date());
    for (const plan of plans) await sendMessages(plan, today);
  } finally {
    await stop();
  }
}

const issuerOf = ({ number }: IssuerPlan) => database().issuer.findUniqueOrThrow({ where: { number } });

/** Uploads the charges of an issuer's demo people and of their colleagues as one file. */
async function bookCharges(plan: IssuerPlan, today: string): Promise<CardCharge[]> {
  const { id: issuerId } = await issuerOf(plan);
  const wanted: [Card, Charge][] = [];
  for (const [userId, charges] of Object.entries(CHARGES)) {
    const card = await cardOfUser(userId);
    if (card?.holder.issuerId === issuerId) wanted.push(...charges.map((charge): [Card, Charge] => [card, charge]));
  }
  const colleagues = COLLEAGUES_CHARGES[plan.number] ?? [];
  const cards = await cardsOfCompany(issuerId, plan.house.name, colleagues.length);
  if (cards.length > 0)
    wanted.push(...colleagues.map((charge, at): [Card, Charge] => [cards[at % cards.length] as Card, charge]));
  const central = await centralCard(issuerId, plan.house.name);
  const booked = CENTRAL_TRAVEL_CHARGES[plan.number] ?? [];
  if (central) wanted.push(...booked.map((charge): [Card, Charge] => [central, charge]));
  if (wanted.length === 0) return [];
  const charges = wanted.map(([card, charge], at) => ({ card, charge, reference: referenceOf(today, at + 1) }));
  await asUser(await administratorOf(issuerId), (principal) => uploadCharges(principal, charges, today));
  return charges;
}

/** The house company of an issuer with an administrator, one of the demo's own people if any is; null without either. */
async function houseOf(plan: IssuerPlan) {
  const { id: issuerId } = await issuerOf(plan);
  const company = await database().node.findFirst({ where: { issuerId, kind: 'company', name1: plan.house.name } });
  const administrators = await database().user.findMany({
    where: { issuerId, companyId: company?.id, role: 'C', status: 'active' },
    orderBy: { id: 'asc' }
  });
  const administrator = administrators.find(({ userId }) => CAST.has(userId)) ?? administrators[0];
  return company && administrator && { company, administrator };
}

/** Imports what the house company's travel agency booked for one of the demo's people. */
async function bookTravel(plan: IssuerPlan, today: string): Promise<void> {
  const place = await houseOf(plan);
  if (!place) return;
  const { issuerId, id: companyId } = place.company;
  await travel({ issuerId, companyId, company: plan.house.name }, place.administrator, today);
}

/** Exports what the house company approved until the month before last. The rest waits for its administrator. */
async function exportLedger(plan: IssuerPlan, today: string): Promise<void> {
  const place = await houseOf(plan);
  if (!place) return;
  const { company, administrator } = place;
  const day = new Date(today);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 0));
  const first = new Date(last.getTime() - 365 * DAY);
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const { issuerId, id: companyId } = company;
  const where = { issuerId, companyId, state: 'approved', postingDate: { gte: first, lte: last } } as const;
  // On some days the histories have exported everything already.
  if ((await database().transaction.count({ where })) === 0) return;
  await asUser(administrator, async (principal) => {
    const selection = {
      nodeId: company.id,
      from: dayOf(first),
      to: dayOf(last),
      currency: null,
      layoutId: 'journal'
    };
    done('export', await startExport(principal, selection, ORIGIN));
  });
}

/** The administrator of the house company keeps a report, shares it with the company, has run a standard one, and gets one on Mondays. */
async function runReports(plan: IssuerPlan, today: string): Promise<void> {
  const place = await houseOf(plan);
  if (!place) return;
  const { company, administrator } = place;
  await asUser(administrator, async (principal) => {
    const entry = savedReportSchema.parse({
      name: 'Spend by cardholder and category',
      definition: {
        dataSet: 'transactions',
        columns: ['billedAmount'],
        groups: ['person', 'category'],
        query: 'spent=true',
        largest: true,
        period: 'quarter'
      }
    });
    const reportId = done('report', await createReport(LISTS, principal, entry, ORIGIN));
    const place = shareSchema.parse({ by: 'place', nodeId: company.id });
    done('share', await shareReport(principal, { id: reportId, entry: place }, ORIGIN));
    const wanted = {
      report: 'spend-by-merchant',
      criteria: { format: 'xlsx', period: 'year' },
      locale: 'en_US'
    } as const;
    done('run of a report', await startRun(LISTS, STANDARD_REPORTS, principal, wanted, ORIGIN));
    const weekly = scheduleSchema.parse({
      frequency: 'weekly',
      weekdays: [1],
      time: '07:00',
      timeZone: await timeZoneAt(principal.issuerId),
      startsOn: today,
      format: 'xlsx',
      period: 'month',
      recipients: [administrator.userId]
    });
    const scheduled = { report: 'transactions-detail', entry: weekly };
    done('schedule', await createSchedule(LISTS, STANDARD_REPORTS, principal, scheduled, ORIGIN));
  });
}

/** The demo's cardholders. */
async function holders(): Promise<Person[]> {
  const cards = await Promise.all(Object.keys(CHARGES).map(cardOfUser));
  return cards.flatMap((card) => (card ? [card.holder] : []));
}

/** What each of the demo's cardholders paid in cash yesterday. */
async function addOutOfPocket(charges: readonly CardCharge[], today: string): Promise<void> {
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10);
  for (const userId of Object.keys(CHARGES)) {
    const card = await cardOfUser(userId);
    const own = charges.find((one) => one.card.accountId === card?.accountId);
    if (!card || !own) continue;
    const entry = {
      accountId: card.accountId,
      transactionDate: yesterday,
      merchantName: 'Parking meter',
      merchantCity: own.charge.city,
      merchantCountry: own.charge.country,
      amount: card.currency === 'JPY' ? '600' : '20.00',
      currency: card.currency,
      conversionRate: null,
      taxAmount: null,
      taxCode: null,
      purpose: 'Parking at the customer'
    };
    await asUser(card.holder, async (principal) => {
      done('expense', await addTransaction(principal, entry, ORIGIN));
    });
  }
}

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

import { formatsOf } from '@/app/workspace/ui/formats';
import type { Principal } from '@/lib/access/policy/principal';
import { translator } from '@/lib/core/language/texts';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { downloadBundle, downloadPdf } from '@/lib/money/evidence/download';
import { evidenceOf } from '@/lib/money/evidence/evidence';
import type { EvidenceReader } from '@/lib/money/evidence/reader';
import { approvalShown, approversFor, askedShown } from '@/lib/money/expenses/approver';
import { addAllowance, changeAllowance } from '@/lib/money/expenses/change-allowances';
import { changeDetails } from '@/lib/money/expenses/change-details';
import { addCharges, addOwnMoney, changeOwnMoney, explainLine, removeLine } from '@/lib/money/expenses/change-lines';
import { changeReport } from '@/lib/money/expenses/change-report';
import { addTrip, changeTrip } from '@/lib/money/expenses/change-trips';
import { EXPENSE_REPORTS, WAITING_REPORTS } from '@/lib/money/expenses/listing';
import { createReport, deleteReport, editReport } from '@/lib/money/expenses/make-report';
import { signMissingReceipt, withdrawMissingReceipt } from '@/lib/money/expenses/missing-receipt';
import { chargesFor, faultsOfCharges } from '@/lib/money/expenses/offered-charges';
import { markPersonal, unmarkPersonal } from '@/lib/money/expenses/personal-share';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import type { ReportEvent } from '@/lib/money/expenses/states';
import { anAllowance, aTrip, ownMoney, reportEntry } from '../expense-reports';
import { ORIGIN } from '../module-world';
import type { StructureNode } from '../structure';
import { aTransaction } from '../transactions';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  accountId: string;
  ownerId: string;
  isSaved: boolean;
  charge: string;
}

const DAY = '2026-03-15';
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];

/** The accounts of cardholders, and one more of each issuer: every report is tried by everybody. */
function accountsOf(world: ScopeWorld): StructureNode[] {
  const held = new Set(world.watchers.flatMap(({ role, stands }) => (role === 'A' ? [...stands].slice(0, 1) : [])));
  const all = world.all('account');
  const others = world.all('issuer').flatMap(({ issuerId }) => all.find((one) => one.issuerId === issuerId) ?? []);
  return [...new Set([...all.filter(({ id }) => held.has(id)), ...others])];
}

/** Cardholders see their own; those above them what was submitted, in their scope. */
function isSeen(watcher: Watcher, { id, ownerId, isSaved }: Made, world: ScopeWorld): boolean {
  const { role, principal } = watcher;
  if (!['A', 'S', 'O', 'C', 'G'].includes(role) || !world.sees(watcher, id)) return false;
  return role === 'A' ? principal.userId === ownerId : !isSaved;
}

async function aReport(world: ScopeWorld, accountId: string, ownerId: string, isSaved: boolean): Promise<Made> {
  const account = world.nodes.get(accountId);
  if (!account) throw new Error('no account');
  const { id: charge } = await aTransaction(world.database, account, { postingDate: DAY });
  const [row] = await world.database.query<{ id: string }>(
    `WITH report AS (
       INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
         currency, state, submitted_at, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, 'Trip', 'Fair', '${DAY}', '${DAY}', 'EUR', $5::expense_report_state,
         CASE WHEN $5 = 'submitted' THEN now() END, now())
       RETURNING issuer_id, id
     )
     INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type,
       amount, description, added_at)
     SELECT issuer_id, id, id, '${DAY}', 'Taxi', id, 'Taxi', 1, 'Taxi', now() FROM report RETURNING id`,
    [account.issuerId, account.companyId, accountId, ownerId, isSaved ? 'saved' : 'submitted']
  );
  const id = row?.id as string;
  world.placeOf.set(id, accountId);
  world.placeOf.set(charge, accountId);
  return { id, accountId, ownerId, isSaved, charge };
}

const listed = async (principal: Principal, listing: typeof EXPENSE_REPORTS): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of listRows(principal, listing, readQuery(listing, {}))) ids.push(id);
  return ids;
};

/** A report of another place as its page would know it. */
const asRead = (world: ScopeWorld, { id, accountId, ownerId }: Made): ExpenseReport => {
  const account = world.nodes.get(accountId);
  return { ...account, id, accountId, accountPath: account?.path, ownerId, currency: 'EUR', weight: '1' } as never;
};

const change =
  (event: ReportEvent) =>
  (principal: Principal, id: string): ReturnType<typeof changeReport> =>
    changeReport(principal, id, { event, version: 1, reason: 'x', approver: 'x' }, ORIGIN);

const READER: EvidenceReader = {
  name: 'x',
  t: translator('en_US'),
  format: formatsOf('en_US', 'UTC'),
  locale: 'en_US'
};

/** Those of some of the world's reports that are opened. */
async function opened(world: ScopeWorld, open: (id: string) => Promise<object | null>) {
  const found: string[] = [];
  for (const { id } of madeIn(world).slice(0, 6)) if (await open(id)) found.push(id);
  return found;
}

/** Expense reports belong to their owner until they are submitted. */
export const expenses: ScopeModule = {
  name: 'expenses',
  async populate(world) {
    const kept: Made[] = [];
    const cardholders = world.watchers.filter(({ role }) => role === 'A');
    for (const account of accountsOf(world)) {
      const [user] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [account.issuerId]
      );
      const owners = cardholders
        .filter((one) => one.stands.includes(account.id))
        .map(({ principal }) => principal.userId);
      for (const ownerId of user ? [...owners, user.id] : owners)
        for (const isSaved of [true, false]) kept.push(await aReport(world, account.id, ownerId, isSaved));
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const report = madeIn(world).find((one) => one.id === id);
    return report ? isSeen(watcher, report, world) : world.sees(watcher, id);
  },
  readers: {
    EXPENSE_REPORTS: (principal) => listed(principal, EXPENSE_REPORTS),
    WAITING_REPORTS: (principal) => listed(principal, WAITING_REPORTS),
    seenReport: async (principal, world) => {
      const seen = await Promise.all(madeIn(world).map(({ id }) => seenReport(principal, id)));
      return seen.flatMap((report) => (report ? [report.id] : []));
    },
    // They read what they give away when it is sent.
    evidenceOf: (principal, world) => opened(world, (id) => evidenceOf(principal, id)),
    downloadPdf: (principal, world) => opened(world, (id) => downloadPdf(principal, id, READER, ORIGIN)),
    downloadBundle: (principal, world) => opened(world, (id) => downloadBundle(principal, id, READER, ORIGIN)),
    approversFor: async (principal, world) => {
      const found: string[] = [];
      for (const { id } of madeIn(world)) if ((await approversFor(principal, id, '')).length > 0) found.push(id);
      return found;
    },
    chargesFor: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((one) => chargesFor(principal, asRead(world, one))));
      // Other modules leave charges on the same accounts whose place the world doesn't know.
      const known = found.flat().filter(({ id }) => world.placeOf.has(id));
      return known.map(({ id }) => id);
    },
    faultsOfCharges: async (principal, world) => {
      const found = await Promise.all(madeIn(world).map((one) => faultsOfCharges(principal, asRead(world, one))));
      return found.flatMap((faults) => [...faults.keys()]);
    },
    // They say whether the reader may decide on what a page has read, and return nothing of it.
    approvalShown: async (principal, world) => {
      for (const one of madeIn(world).slice(0, 2)) await approvalShown(principal, asRead(world, one));
      for (const one of madeIn(world).slice(0, 2)) await askedShown(principal, asRead(world, one));
      return [];
    }
  },
  complete: {
    EXPENSE_REPORTS: (watcher, world) => madeIn(world).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : [])),
    seenReport: (watcher, world) => madeIn(world).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : []))
  },
  writes: {
    createReport: (principal, accountId) => createReport(principal, reportEntry({ id: accountId } as never), ORIGIN),
    editReport: (principal, id) =>
      editReport(principal, id, { title: 'x', purpose: 'x', firstDay: DAY, lastDay: DAY, version: 1 }, ORIGIN),
    deleteReport: (principal, id) => deleteReport(principal, id, ORIGIN),
    addCharges: (principal, id, world) => addCharges(principal, id, [madeIn(world)[0]?.charge ?? id], ORIGIN),
    addOwnMoney: (principal, id) => addOwnMoney(principal, id, ownMoney(id), ORIGIN),
    changeOwnMoney: (principal, id) => changeOwnMoney(principal, { id, lineId: id }, ownMoney(id), ORIGIN),
    addTrip: (principal, id) => addTrip(principal, id, aTrip(id), ORIGIN),
    changeTrip: (principal, id) => changeTrip(principal, { id, lineId: id }, aTrip(id), ORIGIN),
    addAllowance: (principal, id) => addAllowance(principal, id, anAllowance(id), ORIGIN),
    changeAllowance: (principal, id) => changeAllowance(principal, { id, lineId: id }, anAllowance(id), ORIGIN),
    changeDetails: (principal, id) =>
      changeDetails(principal, { id, lineId: id }, { expenseTypeId: id, details: {} }, ORIGIN),
    explainLine: (principal, id) => explainLine(principal, { id, lineId: id }, 'x', ORIGIN),
    signMissingReceipt: (principal, id) =>
      signMissingReceipt(principal, { id, lineId: id }, { reason: 'lost', note: 'x', asked: true }, ORIGIN),
    withdrawMissingReceipt: (principal, id) => withdrawMissingReceipt(principal, { id, lineId: id }, ORIGIN),
    markPersonal: (principal, id) => markPersonal(principal, { id, lineId: id }, '1', ORIGIN),
    unmarkPersonal: (principal, id) => unmarkPersonal(principal, { id, lineId: id }, ORIGIN),
    removeLine: (principal, id) => removeLine(principal, { id, lineId: id }, ORIGIN),
    submit: change('submit'),
    recall: change('recall'),
    approve: change('approve'),
    decline: change('decline'),
    reroute: change('reroute')
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};

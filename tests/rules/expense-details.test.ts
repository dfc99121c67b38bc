import { randomUUID } from 'node:crypto';
import { detailFields } from '@/app/workspace/expense-reports/detail-fields';
import type { Principal } from '@/lib/access/policy/principal';
import { PROPERTIES, type Property, presetOf } from '@/lib/money/expense-policies/details';
import { typesToChoose } from '@/lib/money/expense-policies/types-to-choose';
import { changeDetails } from '@/lib/money/expenses/change-details';
import { addOwnMoney, changeOwnMoney } from '@/lib/money/expenses/change-lines';
import { changesSince } from '@/lib/money/expenses/changes-since';
import { detailsInWords } from '@/lib/money/expenses/details-in-words';
import { linesOf } from '@/lib/money/expenses/lines';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { recentAttendees } from '@/lib/money/expenses/recent-attendees';
import { seenReport } from '@/lib/money/expenses/report';
import { contentsOf } from '@/lib/money/expenses/report-contents';
import { chargeDetailsSchema, detailsAmong, ownMoneyDetailsSchema } from '@/lib/money/expenses/schema';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, READER, recordsOf, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;
let meals: string;
let policy: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, await anOrgPoint(db, company));
  [A, C] = [await principalFor(db, await aUserAt(db, 'A', account)), await aPrincipalAt(db, 'C', company)];
  meals = await anExpenseType(C, company, {
    name: 'Meals with guests',
    merchantCategories: ['5812'],
    values: ['Lunch', 'Dinner']
  });
  policy = await anExpensePolicy(db, company);
});

/** Has the type ask for properties. */
async function asks(...properties: Record<string, string>[]): Promise<void> {
  for (const property of properties)
    await aRecord(C, 'expense-type-property', { ...recordsOf(company), parentId: meals }, property);
}

/** A report with one charge of a restaurant: its id, and that of its line. */
async function aDinner(): Promise<{ id: string; lineId: string }> {
  const charge = await aTransaction(world.current, account, { category: '5812', amount: '90' });
  const id = await aReportOf(A, account, [charge.id]);
  return { id, lineId: (await linesOn(id))[0]?.id ?? '' };
}

async function reportOf(id: string) {
  const report = await seenReport(A, id);
  if (!report) throw new Error('no report');
  return report;
}

const linesOn = async (id: string) => linesOf(await reportOf(id));
const foundOn = async (id: string) =>
  (await findingsOfReport(await reportOf(id), await linesOn(id))).map(({ kind, limit }) => `${kind} ${limit}`);
const say = (at: { id: string; lineId: string }, details: object, expenseTypeId = meals) =>
  changeDetails(A, at, { expenseTypeId, details }, ORIGIN);

describe('C9.025 what the type of an expense asks', () => {
  test('is entered on a card charge; without what is required its report can’t be submitted', async () => {
    await asks({ property: 'attendees', asked: 'required' }, { property: 'purpose', asked: 'required' });
    const at = await aDinner();
    expect(await foundOn(at.id)).toEqual(['details attendees purpose']);
    expect(codeOf(await tried(A, at.id, { event: 'submit' }))).toBe('expense.policy.refused');
    granted(await say(at, { purpose: 'Spring offer' }));
    expect(await foundOn(at.id)).toEqual(['details attendees']);
    granted(await say(at, { purpose: 'Spring offer', attendees: ['Ada Lovelace, Engines'], unnamed: 2 }));
    expect(await foundOn(at.id)).toEqual([]);
    expect(await linesOn(at.id)).toMatchObject([
      {
        expenseTypeId: meals,
        expenseType: 'Meals with guests',
        details: { purpose: 'Spring offer', attendees: ['Ada Lovelace, Engines'], unnamed: 2 }
      }
    ]);
    granted(await tried(A, at.id, { event: 'submit' }));
  });

  test('has its default value where nothing is said, and always if it isn’t shown', async () => {
    await asks(
      { property: 'nights', asked: 'required', preset: '1' },
      { property: 'project', asked: 'hidden', preset: 'P-7' }
    );
    const at = await aDinner();
    expect(await foundOn(at.id)).toEqual([]);
    granted(await say(at, { nights: 3, project: 'P-8', location: 'Oslo' }));
    expect((await linesOn(at.id))[0]?.details).toEqual({ nights: 3, project: 'P-7' });
    granted(await say(at, {}));
    expect((await linesOn(at.id))[0]?.details).toEqual({ nights: 1, project: 'P-7' });
  });

  test('refuses a default value that its property can’t have', async () => {
    const at = { ...recordsOf(company), parentId: meals };
    for (const [property, preset] of [
      ['nights', 'two'],
      ['from', 'Monday'],
      ['tax', '-1']
    ])
      expect(await tryRecord(C, 'expense-type-property', at, { property, asked: 'optional', preset })).toEqual([
        'preset invalid.field'
      ]);
    const kept = Object.keys(PROPERTIES).map((property) => presetOf(property as Property, '2026-03-01'));
    expect(kept.filter((value) => value === undefined)).toHaveLength(3);
    expect(presetOf('purpose', null)).toBeUndefined();
  });

  test('is entered on one’s own money with its other fields, and changed there', async () => {
    await asks({ property: 'purpose', asked: 'required' });
    const id = await aReportOf(A, account);
    const lineId = granted(await addOwnMoney(A, id, ownMoneyDetailsSchema.parse(ownMoney(meals)), ORIGIN));
    expect(await foundOn(id)).toEqual(['details purpose']);
    // As its form reads it, with every property beside it.
    const typed = ownMoneyDetailsSchema.parse({ ...ownMoney(meals), purpose: 'Spring offer' });
    const entry = { ...typed, details: detailsAmong(typed, 'Lunch') };
    granted(await changeOwnMoney(A, { id, lineId }, entry, ORIGIN));
    expect((await linesOn(id))[0]?.details).toEqual({ purpose: 'Spring offer', value: 'Lunch' });
    expect(await foundOn(id)).toEqual([]);
  });

  test('C9.025 attendees named before are offered to the same person, the latest first', async () => {
    await asks({ property: 'attendees', asked: 'optional' });
    const [first, second] = [await aDinner(), await aDinner()];
    granted(await say(first, { attendees: ['Ida Berg, Fjell AS', 'Tom Vik, Fjell AS'] }));
    granted(await say(second, { attendees: ['Ida Berg, Fjell AS', 'Una Moe'] }));
    await world.current.query(
      `UPDATE expense_report_lines SET added_at = now() + interval '1 minute' WHERE report_id = $1`,
      [second.id]
    );
    const { issuerId, ownerId } = await reportOf(first.id);
    const names = await recentAttendees({ issuerId, ownerId });
    expect(names).toEqual(['Ida Berg, Fjell AS', 'Una Moe', 'Tom Vik, Fjell AS']);
    expect(await recentAttendees({ issuerId, ownerId: randomUUID() })).toEqual([]);
    const types = await typesToChoose({ issuerId: company.issuerId, companyId: company.id });
    const [, field] = detailFields(READER.t, types, 'EUR', names);
    expect(field?.offered?.lines).toEqual(names);
  });

  test('is shown as fields while a type that asks it is chosen, with what requires it', async () => {
    await asks({ property: 'attendees', asked: 'required' }, { property: 'project', asked: 'hidden', preset: 'P-7' });
    const fields = detailFields(
      READER.t,
      await typesToChoose({ issuerId: company.issuerId, companyId: company.id }),
      'EUR'
    );
    expect(fields.map(({ name, kind, showWhen }) => [name, kind, showWhen])).toEqual(
      [
        [`value.${meals}`, 'select'],
        ['attendees', 'list'],
        ['unnamed', 'number']
      ].map((field) => [...field, { field: 'expenseTypeId', equals: [meals] }])
    );
    expect(fields[1]?.hint).toContain('Meals with guests');
  });
});

test('C9.022 an expense has one of the values of its type, and no other', async () => {
  const at = await aDinner();
  expect(refusedFor(await say(at, { value: 'Breakfast' }))).toBe('value invalid.field');
  granted(await say(at, { value: 'Dinner' }));
  expect((await linesOn(at.id))[0]?.details).toEqual({ value: 'Dinner' });
});

test('C2.073 a charge has the type that is proposed until its owner chooses another of the company’s', async () => {
  await aPolicyRule(world.current, company, policy, { kind: 'line', level: 'refuse', amount: '50', type: meals });
  const at = await aDinner();
  expect(await foundOn(at.id)).toEqual(['line 50']);
  const other = await anExpenseType(C, company, { outOfPocket: 'false' });
  granted(await say(at, {}, other));
  expect(await foundOn(at.id)).toEqual([]);
  const elsewhere = await aCompany(world.current, await anIssuer(world.current));
  const theirs = await anExpenseType(await aPrincipalAt(world.current, 'C', elsewhere), elsewhere);
  expect(refusedFor(await say(at, {}, theirs))).toBe('expenseTypeId invalid.field');
  const mileage = await anExpenseType(C, company, { category: 'mileage', outOfPocket: 'false' });
  expect(refusedFor(await say(at, {}, mileage))).toBe('expenseTypeId invalid.field');
});

test('C1.003 a limit per attendee counts the owner, who is named, and the others', async () => {
  await asks({ property: 'attendees', asked: 'optional' });
  await aPolicyRule(world.current, company, policy, { kind: 'attendee', level: 'refuse', amount: '30' });
  const at = await aDinner();
  expect(await foundOn(at.id)).toEqual(['attendee 30']);
  granted(await say(at, { attendees: ['Ada'] }));
  expect(await foundOn(at.id)).toEqual(['attendee 30']);
  granted(await say(at, { attendees: ['Ada'], unnamed: 1 }));
  expect(await foundOn(at.id)).toEqual([]);
});

test('C1.003 rules about attendees and nights judge nothing that isn’t asked for them', async () => {
  await aPolicyRule(world.current, company, policy, { kind: 'attendees', level: 'refuse' });
  for (const kind of ['attendee', 'night'])
    await aPolicyRule(world.current, company, policy, { kind, level: 'refuse', amount: '30' });
  const at = await aDinner();
  expect(await foundOn(at.id)).toEqual([]);
  await asks({ property: 'attendees', asked: 'optional' }, { property: 'nights', asked: 'optional' });
  expect((await foundOn(at.id)).sort()).toEqual(['attendee 30', 'attendees 1', 'night 30']);
  granted(await say(at, { attendees: ['Ada', 'Bo'], nights: 3 }));
  expect(await foundOn(at.id)).toEqual([]);
});

test('only its owner says what a charge was for, as long as the report is theirs to change', async () => {
  const at = await aDinner();
  const other = await principalFor(world.current, await aUserAt(world.current, 'A', account));
  for (const by of [other, C])
    expect((await changeDetails(by, at, { expenseTypeId: meals, details: {} }, ORIGIN)).ok).toBe(false);
  granted(await tried(A, at.id, { event: 'submit' }));
  expect((await say(at, {})).ok).toBe(false);
});

test('an approver sees what was said, and that it changed since the report was sent back', async () => {
  await asks({ property: 'attendees', asked: 'optional' }, { property: 'tax', asked: 'optional' });
  const at = await aDinner();
  granted(await say(at, { attendees: ['Ada Lovelace, Engines'] }));
  const before = await contentsOf(await reportOf(at.id), await linesOn(at.id));
  granted(await say(at, { attendees: ['Ada Lovelace, Engines'], unnamed: 1, tax: '4.5', value: 'Lunch' }));
  const lines = await linesOn(at.id);
  const after = await contentsOf(await reportOf(at.id), lines);
  expect(changesSince(before, after).lines.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
    ['details']
  ]);
  const format = { date: (day: string) => day, money: (amount: string, currency: string) => `${currency} ${amount}` };
  expect(detailsInWords(lines[0]?.details ?? {}, { currency: 'EUR', t: READER.t, format })).toEqual([
    'Lunch',
    'Attendees: Ada Lovelace, Engines; 1 more person',
    'Tax: EUR 4.5'
  ]);
});

test('a form states each fault at its field, and keeps nothing of what is empty', () => {
  const typed = (more: object) => chargeDetailsSchema.safeParse({ expenseTypeId: crypto.randomUUID(), ...more });
  const faults = (more: object) => typed(more).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(faults({ from: '2026-03-02', to: '2026-03-01' })).toEqual(['to date.from.after.to']);
  expect(faults({ nights: '0' })).toEqual(['nights number.too.small']);
  expect(faults({ tax: '1.23456' })).toEqual(['tax number.too.many.decimals']);
  expect(faults({ attendees: Array.from({ length: 51 }, () => 'Ada') })).toEqual([
    expect.stringMatching(/^attendees /)
  ]);
  expect(faults({ purpose: '4111 1111 1111 1111' })).toEqual(['purpose card.number.refused']);
  const read = typed({ purpose: ' ', nights: '2', unnamed: '0', attendees: [] });
  expect(detailsAmong(read.data as never, null)).toEqual({ nights: 2 });
});

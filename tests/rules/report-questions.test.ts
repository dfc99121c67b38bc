import { parse } from 'csv-parse/sync';
import { askFields, askSchema, askValues } from '@/app/workspace/reports/ask-fields';
import { reportFor } from '@/app/workspace/reports/report-context';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import type { Answers } from '@/lib/kit/reports/answers';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { createReport } from '@/lib/kit/reports/save-report';
import { startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { READER } from '../support/setup';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  for (const [merchant, amount, state] of [
    ['Harbour Hotel', '100', 'open'],
    ['Corner Café', '9.50', 'open'],
    ['Harbour Taxi', '30', 'reviewed']
  ] as const)
    await aTransaction(world.current, account, { merchant, amount, state });
});

const QUERY = 'state=open&billedAmount.from=5';
/** A report of merchants that asks for these filters: its id. */
const aReport = async (ask: string[], query = QUERY) =>
  granted(
    await createReport(
      LISTS,
      C,
      {
        name: `Report ${Math.random()}`,
        definition: definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName'], query, ask })
      },
      ORIGIN
    )
  );
const start = (report: string, answers?: Answers) =>
  startRun(
    LISTS,
    STANDARD_REPORTS,
    C,
    { report, criteria: { format: 'csv' }, ...(answers && { answers }), locale: 'en_US' },
    ORIGIN
  );

/** The merchants in the file of a run with answers. */
async function merchants(report: string, answers?: Answers): Promise<string[]> {
  const id = granted(await start(report, answers));
  await untilEnded(C, (await seenRun(C, id))?.jobId as string);
  const text = (await bytesOf((await downloadRun(C, id, ORIGIN))?.bytes)).toString();
  const rows: string[][] = parse(text, { bom: true });
  return rows
    .slice(1)
    .map(([merchant = '']) => merchant)
    .sort();
}

async function known(id: string) {
  const report = await reportFor(C, id);
  if (!report) throw new Error('no report');
  return report;
}

test('issue 18 a report asks for its filters when it is run; without an answer it has those that are saved', async () => {
  const id = await aReport(['state', 'billedAmount']);
  expect(await merchants(id)).toEqual(['Corner Café', 'Harbour Hotel']);
  expect(await merchants(id, { state: 'reviewed' })).toEqual(['Harbour Taxi']);
  expect(await merchants(id, { 'billedAmount.from': '50' })).toEqual(['Harbour Hotel']);
  // An empty answer asks for everything.
  expect(await merchants(id, { state: null, 'billedAmount.from': null })).toHaveLength(3);
  expect(Object.fromEntries(new URLSearchParams((await known(id)).definition.query))).toEqual({
    state: 'open',
    'billedAmount.from': '5'
  });
});

test('issue 18 what a report doesn’t ask for stays as it is saved, whatever is sent', async () => {
  const id = await aReport(['merchantName']);
  expect(await merchants(id, { merchantName: 'Harbour', state: 'reviewed' })).toEqual(['Harbour Hotel']);
});

test('issue 18 an invalid answer is refused at its field, and no run is made', async () => {
  const id = await aReport(['state', 'billedAmount', 'postingDate']);
  expect(refusedFor(await start(id, { state: 'lost' }))).toBe('state invalid.entry');
  expect(refusedFor(await start(id, { 'billedAmount.to': 'much' }))).toBe('billedAmount.to number.invalid');
  expect(refusedFor(await start(id, { 'billedAmount.from': '9', 'billedAmount.to': '5' }))).toBe(
    'billedAmount.to range.reversed'
  );
  expect(await world.current.query('SELECT 1 FROM report_runs WHERE report = $1', [id])).toEqual([]);
});

test('issue 18 its form has a field for each filter that it asks for, with the saved value; the period has its own', async () => {
  const id = await aReport(['state', 'billedAmount', 'merchantName', 'postingDate', 'nothing', 'accountId']);
  const report = await known(id);
  expect(report.definition.ask).toEqual(['state', 'billedAmount', 'merchantName']);
  const fields = askFields(READER.t, report);
  expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    ...['state select', 'billedAmount.from decimal', 'billedAmount.to decimal', 'merchantName text']
  ]);
  expect(askValues(report)).toEqual({
    state: 'open',
    'billedAmount.from': '5',
    'billedAmount.to': '',
    merchantName: ''
  });
  expect(askSchema(fields).parse({ state: 'open', 'billedAmount.from': '5' })).toEqual({
    state: 'open',
    'billedAmount.from': '5',
    'billedAmount.to': null,
    merchantName: null
  });
});

test('issue 18 a filter with several values is asked for in lines', async () => {
  const id = await aReport(['state'], 'state=open%0Areviewed&state.is=in');
  const [field] = askFields(READER.t, await known(id));
  expect(field?.kind).toBe('textarea');
  expect(await merchants(id)).toHaveLength(3);
  expect(await merchants(id, { state: 'reviewed' })).toEqual(['Harbour Taxi']);
});

test('a report asks for ten filters at most', () => {
  const many = (count: number) =>
    definitionSchema.safeParse({
      dataSet: 'transactions',
      columns: ['x'],
      ask: Array.from({ length: count }, () => 'x')
    });
  expect(many(10).success).toBe(true);
  expect(many(11).success).toBe(false);
});

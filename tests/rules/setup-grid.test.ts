import { pastedCells, withPasted } from '@/app/workspace/set-up/pasted-cells';
import { entityNamed } from '@/lib/kit/setup/entities';
import { recordGrid, saveGrid } from '@/lib/kit/setup/grid';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, LIST, READER, recordsOf } from '../support/setup';
import { aCompany, anIssuer, anOrgPoint } from '../support/structure';

const world = useDatabase();
const VALUES = entityNamed('accounting-code-value');

async function aCode() {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const C = await aPrincipalAt(db, 'C', company);
  const scheme = await aRecord(C, 'scheme', recordsOf(company), { name: 'Costs' });
  const code = await aRecord(C, 'accounting-code', recordsOf(company, scheme), { name: 'Account', ...LIST });
  return { company, C, address: recordsOf(company, code), schemeAddress: recordsOf(company, scheme) };
}

test('rows of a grid are saved all or none, and a fault names its row and column', async () => {
  const { C, address } = await aCode();
  const save = (rows: string[][]) => saveGrid(C, VALUES, address, rows, READER, ORIGIN);
  const rows = async () => (await recordGrid(C, VALUES, address, READER))?.rows.map(([code, name]) => [code, name]);
  const bad = await save([
    ['100', 'Travel'],
    ['', ''],
    ['200', ''],
    ['300', 'Fuel', '2026-99-01']
  ]);
  expect(bad).toMatchObject({
    applied: false,
    faults: [
      { row: 4, column: 'Description' },
      { row: 5, column: 'Active from' }
    ]
  });
  expect(await rows()).toEqual([]);
  expect(
    await save([
      ['100', 'Travel'],
      ['', ''],
      ['=200', '-Fuel']
    ])
  ).toMatchObject({ applied: true, created: 2 });
  expect(await rows()).toEqual([
    ['100', 'Travel'],
    ['=200', '-Fuel']
  ]);
  // What is shown can be saved again, and a known key changes its record.
  const shown = (await recordGrid(C, VALUES, address, READER))?.rows ?? [];
  expect(await save(shown)).toMatchObject({ applied: true, created: 0, changed: 0, unchanged: 2 });
  expect(await save([['100', 'Trips']])).toMatchObject({ applied: true, created: 0, changed: 1 });
  expect((await rows())?.[0]).toEqual(['100', 'Trips']);
});

test('a grid lists the choices and the key of a record, and opens only for users with write permission', async () => {
  const { company, C, schemeAddress } = await aCode();
  const codes = entityNamed('accounting-code');
  const grid = await recordGrid(C, codes, schemeAddress, READER);
  expect(grid?.columns.slice(0, 2)).toEqual([
    { heading: 'Name', required: true, options: null, isKey: true },
    {
      heading: 'Type',
      required: true,
      options: ['List of values', 'Text', 'Number', 'Date', 'Yes or no'],
      isKey: false
    }
  ]);
  expect(grid?.rows).toHaveLength(1);
  const O = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
  expect(await recordGrid(O, codes, schemeAddress, READER)).toBeNull();
  expect(await saveGrid(O, codes, schemeAddress, [['Center', 'Text', '9']], READER, ORIGIN)).toHaveProperty('code');
});

test('cells of a spreadsheet are pasted from a cell on, quoted ones with their tabs and lines', () => {
  expect(pastedCells('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd']
  ]);
  expect(pastedCells('a\t\n\tb')).toEqual([
    ['a', ''],
    ['', 'b']
  ]);
  expect(pastedCells('"one\ttwo ""three""\nfour"\tx')).toEqual([['one\ttwo "three"\nfour', 'x']]);
  expect(pastedCells('5" nail\ty')).toEqual([['5" nail', 'y']]);
  expect(pastedCells('alone')).toEqual([['alone']]);
  expect(withPasted([['1', '2']], [['a', 'b', 'c'], ['d']], { row: 0, column: 1 }, 2)).toEqual([
    ['1', 'a'],
    ['', 'd']
  ]);
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTexts, type Translate } from '@/lib/core/language/texts';
import type { Entity } from '@/lib/kit/setup/entity';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anIssuer } from '../support/structure';

const DECLARATION = `
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, date, decimal, lines, record, text, whole, yesNo } from '../../../kit/setup/fields';

export default setUpEntity({
  name: 'parking-space',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  words: { one: 'Parking space', many: 'Parking spaces', about: 'Where company cars are parked.' },
  maximum: 3,
  fields: {
    name: text({ label: 'Name', max: 20, required: true, unique: true }),
    kind: choice({ label: 'Kind', options: { indoors: 'Indoors', outdoors: 'Outdoors' }, required: true }),
    floor: whole({ label: 'Floor', min: -3, max: 9, required: true, when: { field: 'kind', is: ['indoors'] } }),
    fee: decimal({ label: 'Fee', scale: 2, min: '0' }),
    from: date({ label: 'From' }),
    plates: lines({ label: 'Plates', most: 5, max: 10 }),
    rate: record({ label: 'Tax rate', target: { entity: 'tax-rate' } }),
    charger: yesNo({ label: 'Charger' })
  }
});
`;

const world = useDatabase();
let copy: string;
let entity: Entity;

const filesOf = (root: string) =>
  ['lib', 'messages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
  );

/** A copy of the checkout with one file more, and what is generated from it. */
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'tessera-one-file-'));
  for (const folder of ['lib', 'messages']) cpSync(folder, join(copy, folder), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json']) cpSync(file, join(copy, file));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, 'lib/directory/programs/entities'));
  writeFileSync(join(copy, 'lib/directory/programs/entities/parking-space.ts'), DECLARATION);
  const builder = pathToFileURL(join(copy, 'lib/launch/build.mjs')).href;
  const generate = `const { generateSetUp } = await import('${builder}'); await generateSetUp();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', generate], { cwd: copy });
  jest.doMock('@/lib/kit/setup/generated/entities', () =>
    jest.requireActual(join(copy, 'lib/kit/setup/generated/entities.ts'))
  );
  const { entityNamed } = await import('@/lib/kit/setup/entities');
  entity = entityNamed('parking-space');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const texts = () => JSON.parse(readFileSync(join(copy, 'messages/en_US/Workspace/programs.json'), 'utf8'));

test('generating adds the file to the list of entities and its words to the English texts, and touches nothing else', () => {
  const before = new Set(filesOf(process.cwd()));
  const after = filesOf(copy);
  expect(after.filter((file) => !before.has(file))).toEqual(['lib/directory/programs/entities/parking-space.ts']);
  const differing = after.filter(
    (file) => before.has(file) && !readFileSync(file).equals(readFileSync(join(copy, file)))
  );
  expect(differing.sort()).toEqual(['lib/kit/setup/generated/entities.ts', 'messages/en_US/Workspace/programs.json']);
  expect(texts()).toMatchObject({
    'listing.setup-parking-space': 'Parking spaces',
    'setup.entity.parking.space.field.kind.option.indoors': 'Indoors'
  });
});

test('no screen knows an entity by its name', async () => {
  const { ENTITIES } = await import('@/lib/kit/setup/entities');
  const names = [...ENTITIES.keys()];
  expect(names.length).toBeGreaterThan(20);
  const screens = readdirSync('app/workspace/set-up', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file)
  );
  for (const screen of screens) {
    const source = readFileSync(join('app/workspace/set-up', screen), 'utf8');
    expect(names.filter((name) => source.includes(`'${name}'`) || source.includes(`/${name}`))).toEqual([]);
  }
});

test('it has a form, a list, checks, limits, audit, a file out and a file in', async () => {
  const [{ createRecord }, { importRecords }, { exportRecords }, { recordListing }, { listPage }, { readQuery }] =
    await Promise.all([
      import('@/lib/kit/setup/create-record'),
      import('@/lib/kit/setup/import-records'),
      import('@/lib/kit/setup/export-records'),
      import('@/lib/kit/setup/record-listing'),
      import('@/lib/kit/listing/page'),
      import('@/lib/kit/listing/query')
    ]);
  const { recordListSeen } = await import('@/lib/kit/setup/record-list');
  const { fieldSpecs } = await import('@/app/workspace/set-up/field-specs');
  const { RECORD_LISTS } = await import('@/lib/kit/setup/record-lists');
  const company = await aCompany(world.current, await anIssuer(world.current));
  const by = await aPrincipalAt(world.current, 'C', company);
  const address = { issuerId: company.issuerId, companyId: company.id };
  const words = { ...bundleTexts('en_US', 'Workspace'), ...texts() };
  const reader = { t: ((key: string) => words[key] ?? key) as Translate, locale: 'en_US' } as const;
  const create = (typed: object) => createRecord(by, entity, address, { ...typed }, ORIGIN);

  const place = await recordListSeen(by, entity, address);
  if (!place) throw new Error('the place is not seen');
  const form = await fieldSpecs({
    ...reader,
    principal: by,
    place,
    address,
    values: {},
    isNew: true,
    labels: new Map()
  });
  expect(form.map(({ label, kind }) => `${label}: ${kind}`)).toEqual([
    'Name: text',
    'Kind: select',
    'Floor: number',
    'Fee: decimal',
    'From: date',
    'Plates: list',
    'Tax rate: select',
    'Charger: checkbox'
  ]);
  expect(form.find(({ name }) => name === 'name')).toMatchObject({ required: true, maxLength: 20 });
  expect(form.find(({ name }) => name === 'floor')).toMatchObject({ required: true, min: -3, max: 9 });
  expect(form.filter(({ required }) => required).map(({ name }) => name)).toEqual(['name', 'kind', 'floor']);
  expect(await create({ name: 'A1', kind: 'indoors', fee: '1.234', rate: 'none' })).toMatchObject({
    refusals: [
      { field: 'floor', code: 'required.field' },
      { field: 'fee', code: 'number.too.many.decimals' }
    ]
  });
  const made = await create({ name: 'A1', kind: 'indoors', floor: 2, fee: '3.5' });
  expect(made.ok).toBe(true);
  expect(await create({ name: 'a1', kind: 'outdoors' })).toMatchObject({ refusals: [{ code: 'setup.taken' }] });
  const file = 'Name,Kind,Plates,Charger\nA2,Outdoors,AB 1;CD 2,Yes\nA3,Outdoors,,no\n';
  const take = (text: string) =>
    importRecords(by, entity, address, { name: 'f.csv', bytes: Buffer.from(text) }, { ...reader, apply: true }, ORIGIN);
  expect(await take(`${file}A4,Outdoors,,\n`)).toMatchObject({ faultCount: 1, applied: false });
  expect(await take(file)).toMatchObject({ created: 2, applied: true });

  const listing = recordListing(entity, address);
  const { rows } = await listPage(by, listing, readQuery(listing, {}));
  expect(rows.map(({ name }) => name)).toEqual(['A1', 'A2', 'A3']);
  expect(RECORD_LISTS['setup-parking-space']?.path).toBe('/workspace/set-up/parking-space');
  const csv = await exportRecords(by, entity, address, { ...reader, format: 'csv' }, ORIGIN);
  expect(await new Response(csv).text()).toContain('A2,Outdoors,,,,AB 1; CD 2,,Yes,Active');
  const audited = await world.current.query(
    "SELECT action FROM audit_entries WHERE issuer_id = $1 AND entity = 'parking_space' ORDER BY sequence",
    [company.issuerId]
  );
  expect(audited.map(({ action }) => action)).toEqual([
    'setup.created',
    'setup.created',
    'setup.created',
    'setup.exported'
  ]);
});

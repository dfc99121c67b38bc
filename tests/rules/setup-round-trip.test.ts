import type { Principal } from '@/lib/access/policy/principal';
import { LOCALES, type Locale } from '@/lib/core/language/locales';
import { translator } from '@/lib/core/language/texts';
import { ENTITIES, entityNamed } from '@/lib/kit/setup/entities';
import { exportRecords, FORMATS } from '@/lib/kit/setup/export-records';
import type { Values } from '@/lib/kit/setup/field';
import { columnsOf, fileColumns } from '@/lib/kit/setup/file-columns';
import { importRecords } from '@/lib/kit/setup/import-records';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { optionKey } from '@/lib/kit/setup/texts';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, LIST, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let by: Principal;
let issuer: StructureNode;
let company: StructureNode;

/** Texts that a file format could misinterpret. */
const ODD = [
  '=1+1',
  "'=1+1",
  "''-2",
  '-2',
  '@home',
  '+49 30',
  'a;b',
  'say "hi"',
  '"quoted"',
  'é, ü',
  '標準',
  '1.234',
  'TRUE'
];

/** Records of every entity, each with everything that its fields can hold. */
async function fill(): Promise<{ name: string; at: RecordListAddress }[]> {
  const at = recordsOf(company);
  const own = recordsOf(issuer);
  const [account, unit] = [await anAccount(world.current, company), await anOrgPoint(world.current, company)];
  const places: { name: string; at: RecordListAddress }[] = [];
  const add = async (name: string, where: RecordListAddress, ...records: Values[]) => {
    places.push({ name, at: where });
    const ids = [];
    for (const values of records) ids.push(await aRecord(by, name, where, values));
    return ids;
  };
  const named = (more: object = {}) => ODD.map((name) => ({ name, ...more }));
  const [scheme = ''] = await add('scheme', at, ...named({ description: 'One\n=two\n\nthree; "four"' }));
  const parts = { ...at, parentId: scheme };
  const [center = '', project = ''] = await add(
    'accounting-code',
    parts,
    { ...LIST, name: 'Cost; "center"', mandatory: true },
    { ...LIST, name: 'Project', dependsOn: 'Cost; "center"', display: 'dropdown' },
    { name: 'Memo', type: 'text', length: 40, editableBy: 'I' }
  );
  const values = ODD.map((code) => ({ code, name: code, activeFrom: '2026-01-01', activeTo: '2026-12-31' }));
  await add('accounting-code-value', { ...at, parentId: center }, ...values);
  await add('accounting-code-value', { ...at, parentId: project }, { code: 'P', name: 'P', parentValues: ODD });
  places.push({ name: 'accounting-code-value', at: { ...at, aboveId: scheme } });
  await add('merchant-category-group', at, { name: 'Airlines', codes: ['0742', '3000'] });
  await add(
    'default-value',
    parts,
    { accountingCode: 'Memo', basis: 'account', account: account.id, text: '=x' },
    { accountingCode: 'Memo', basis: 'merchant', merchant: '012345678901234', text: '007' },
    { accountingCode: center, basis: 'category', category: 'Airlines', value: 'a;b' }
  );
  await add('scheme-assignment', parts, { node: unit.id });
  const [subset = ''] = await add('subset', parts, ...named());
  await add('subset-value', { ...at, parentId: subset }, ...ODD.map((value) => ({ accountingCode: center, value })));
  places.push({ name: 'subset-value', at: { ...at, aboveId: scheme } });
  await add('subset-assignment', { ...at, parentId: subset }, { node: account.id });
  await add('custom-list', at, { name: 'Colours', values: ODD });
  const field = { extends: 'user', type: 'list', list: 'Colours' };
  await add(
    'custom-field',
    at,
    { ...field, name: 'A', label: 'B' },
    { ...field, name: 'B', label: 'A', extends: 'account' }
  );
  const [layout = ''] = await add('ledger-layout', at, ...named({ format: 'csv', encoding: 'utf8', headings: true }), {
    name: 'Journal',
    format: 'delimited',
    delimiter: 'tab',
    quotes: 'never',
    header: '=H;[number:6]',
    trailer: 'say "T"',
    lineEnd: 'lf',
    encoding: 'windows1252',
    formulas: 'plain',
    offset: '-1'
  });
  await add(
    'ledger-column',
    { ...at, parentId: layout },
    ...ODD.map((constant) => ({
      name: constant,
      source: 'constant',
      constant,
      width: 9,
      align: 'right',
      padding: 'zero'
    })),
    { name: 'Amount', source: 'amount', decimals: 2, decimalMark: 'comma', sign: 'trailing' },
    { name: 'Side', source: 'indicator', debit: 'S', credit: 'H' },
    { name: 'Day', source: 'posting_date', dateFormat: 'ymd' }
  );
  await add(
    'resource',
    at,
    ...ODD.map((name) => ({ name, topic: 'forms', description: name, link: 'https://help.example/a?b=c#d' })),
    {
      name: 'Guide',
      topic: 'guides',
      link: 'https://help.example',
      language: 'da',
      place: unit.number,
      roles: ['A', 'C']
    }
  );
  await add('customer-code', at, ...ODD.map((code) => ({ code, name: code })));
  await add('tax-rate', at, ...ODD.slice(0, 9).map((name) => ({ name, rate: '12.3456', validFrom: '2026-01-31' })));
  await add('tax-code', at, { code: '=T', name: 'T', rates: ODD.slice(0, 9), recoverable: '99.5' });
  await add('currency-conversion-rule', at, { postedCurrency: 'JPY', effectiveDate: '2026-02-28', rate: '1.00000001' });
  await add('reporting-cycle', at, {
    name: 'W',
    frequency: 'weekly',
    closingWeekday: 'friday',
    startsOn: '2026-01-02'
  });
  await add('holiday', at, { date: '2026-12-24', name: '=Eve; "half"' }, { date: '2028-02-29', name: '標準' });
  await add('mileage-rate', at, { name: 'Car', rate: '1.2345', currency: 'EUR', unit: 'mile', isDefault: true });
  await add('allowance-rate', at, {
    name: 'Norway – Oslo',
    currency: 'EUR',
    fullDay: '90.5',
    partDay: '45',
    fullFrom: '12.02',
    oneDayFrom: '8',
    breakfast: '0',
    lunch: '31',
    effectiveFrom: '2026-01-01',
    expiresOn: '2026-12-31'
  });
  const [type = ''] = await add('expense-type', at, {
    name: 'Hotel',
    category: 'lodging',
    receiptFrom: '1000.5',
    merchantCategories: ['5812', '3000-3299'],
    values: ODD
  });
  await add(
    'expense-type-property',
    { ...at, parentId: type },
    { property: 'nights', asked: 'required' },
    { property: 'project', asked: 'hidden', preset: '=0' }
  );
  await add('tolerance', at, { kind: 'amount', minimum: '0.5', maximum: '999999999999.99' });
  await add('expense-policy', at, { name: '=P', instructions: 'One\n\n- two' });
  const [policy = ''] = await add('expense-policy', at, { name: '=P', validFrom: '2999-01-31' });
  await add(
    'expense-policy-rule',
    { ...at, parentId: policy },
    { kind: 'line', level: 'explain', amount: '1000.5' },
    { kind: 'line', level: 'refuse', type: 'Hotel', amount: '2000' },
    { kind: 'age', level: 'note', days: 60 },
    { kind: 'category', level: 'refuse', categories: ['7995', '3000-3299'] }
  );
  await add('real-card', at, { name: '=Fleet 7', number: '4111111111111111', expiry: '12/99' });
  const [looks = ''] = await add('card-customization', at, { name: '-L', realCards: ['=Fleet 7'] });
  await add(
    'card-field',
    { ...at, parentId: looks },
    { field: 'alias', label: '=A' },
    { field: 'limit', label: 'a;b' }
  );
  await add('purchase-type', at, { name: '=Any', codes: ['0742', '3000'] });
  await add('integrator', at, {
    name: '=Hub',
    delivery: 'webhook',
    address: 'https://8.8.8.8/hook',
    emails: 'hub@mail.example',
    contact: 'Inès; "I"',
    key: `whsec_${'a'.repeat(40)}`
  });
  await add('supplier', at, {
    name: '-S',
    merchantId: '012345678901234',
    acquirerId: '001',
    language: 'zh_CN',
    emails: 'a@mail.example',
    locksCards: true,
    straightThrough: true,
    integrator: '=Hub'
  });
  await add('custom-field', at, { name: 'P', label: 'P', extends: 'purchase_request', type: 'list', list: 'Colours' });
  await add('purchase-template', at, {
    name: '=P',
    type: '=Any',
    supplier: '-S',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    validityLevels: ['bin'],
    velocity: 'daily',
    velocityAmount: '1000.5',
    velocityCount: 7,
    customFields: ['P'],
    listItems: ODD,
    transactionLimit: true,
    transactionAmount: '10',
    amountRange: true,
    amountMin: '0',
    amountMax: '9.5',
    exactAmounts: true,
    exactBands: ['1', '2-3.50'],
    exactOnce: true,
    travel: ['air', 'rail'],
    timeOfDay: true,
    openDays: ['friday'],
    openFrom: '08:00',
    openTo: '24:00',
    validity: 'dates',
    curfew: 'overnight',
    curfewDays: ['monday'],
    curfewFrom: '22:00',
    curfewTo: '06:00',
    validFrom: '2026-01-02',
    validTo: '2026-02-01',
    merchantName: 'equals',
    merchantNames: ['=CAFE', '標準 BAR']
  });
  await add('batch-setup', at, { name: '=B', format: 'xml', template: '=P', submits: true, reference: 'Order; "no"' });
  await add('central-travel-template', at, {
    name: '=T',
    place: account.id,
    tolerance: 3,
    withoutName: true,
    days: 'mdy',
    mark: 'comma',
    booking: 'PNR; "no"'
  });
  const template = { name: 'T; "t"', language: 'zh_CN', subject: '=S', body: 'One\n\n- two\n- three' };
  await add('email-template', at, template);
  const recipients = 'a@mail.example, b@mail.example';
  await add('email-setting', at, { event: 'user_created', toCardholder: true, recipients, template: 'T; "t"' });
  await add('bank-originator', own, {
    name: '=Bank',
    rail: 'nacha',
    bankName: '-B; "b"',
    routingNumber: '091000019',
    companyId: '1234567890',
    entryClass: 'PPD'
  });
  await add('issuer-card-type', own, { code: '=T', name: '-T' });
  await add('issuer-account-status-code', own, { code: '-1', name: 'L', systemStatus: '=' });
  const [reason = ''] = await add('reason-code', own, { code: '+1', name: 'Lost' });
  await add('reason-field', { ...own, parentId: reason }, { name: 'When', type: 'number', length: 3, mandatory: true });
  const [disputed = ''] = await add(
    'dispute-reason',
    own,
    ...named().map((one, n) => ({
      ...one,
      code: `=${n.toString(36)}`,
      situation: 'counterfeit',
      days: 90,
      contact: true
    }))
  );
  await add('dispute-reason-field', { ...own, parentId: disputed }, { name: '-W', type: 'date', mandatory: true });
  await add('challenge-question', own, { name: '=What was your first, "big" boat; if any?' });
  return places;
}

beforeAll(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  by = await aPrincipalAt(world.current, 'I', issuer);
});

test.each(LOCALES)('%s every heading and every choice has a name of its own', (locale: Locale) => {
  const t = translator(locale);
  for (const entity of ENTITIES.values()) {
    for (const withParent of [true, false]) {
      const columns = fileColumns(entity, { t, locale }, withParent);
      const found = columnsOf(
        columns.map(({ heading }) => heading),
        columns
      );
      expect([entity.name, found.map((one) => ('name' in one ? one.name : one))]).toEqual([
        entity.name,
        columns.map(({ name }) => name)
      ]);
    }
    for (const [name, { options = {} }] of Object.entries(entity.fields)) {
      const words = Object.keys(options).map((option) => t(optionKey(entity, name, option)).toLowerCase());
      expect([entity.name, name, new Set(words).size]).toEqual([entity.name, name, words.length]);
    }
  }
});

test('C2.014 what is downloaded comes back as it was, in each way of writing numbers and both kinds of file', async () => {
  const places = await fill();
  expect(new Set(places.map(({ name }) => name))).toEqual(new Set(ENTITIES.keys()));
  for (const locale of ['en_US', 'de'] as const)
    for (const format of FORMATS)
      for (const { name, at } of places) {
        const [entity, reader] = [entityNamed(name), { t: translator(locale), locale }];
        const stream = await exportRecords(by, entity, at, { ...reader, format }, ORIGIN);
        const bytes = await bytesOf(stream);
        const report = await importRecords(by, entity, at, { name: 'f', bytes }, { ...reader, apply: true }, ORIGIN);
        const told = 'code' in report ? report : { ...report, unchanged: report.unchanged > 0 };
        expect([locale, format, name, told]).toEqual([
          locale,
          format,
          name,
          { created: 0, changed: 0, unchanged: true, faults: [], faultCount: 0, applied: true }
        ]);
      }
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { checkRows } from '@/lib/money/batches/check-rows';
import { headingsOf } from '@/lib/money/batches/headings';
import { entryFaults, entrySchema } from '@/lib/money/purchasing/entry';
import type { Offer } from '@/lib/money/purchasing/terms';

const HEADINGS = headingsOf({});
const SUPPLIER = { id: randomUUID(), name: 'Rivet Tools', merchantId: 'RIVETTOOLS00001' };
const offerWith = (values: object) =>
  ({
    template: {
      id: randomUUID(),
      name: 'Supplies',
      values: { currency: 'NOK', travel: [], amountMin: null, amountMax: null, exactBands: null, ...values }
    },
    type: { id: randomUUID(), name: 'Tools', codes: null },
    timeZone: 'UTC',
    validityLevels: [],
    customFields: [],
    listItems: [],
    suppliers: [SUPPLIER],
    realCards: [],
    isFixed: true
  }) as unknown as Offer;
const OFFERS = [
  offerWith({}),
  offerWith({ amountMin: '50.00', amountMax: '400.00' }),
  { ...offerWith({ currency: 'JPY' }), listItems: ['Drill', 'Bits'] } as Offer
];

/** A column of a file, with the field of the form that it stands for, and what people type there. */
const COLUMNS = {
  description: ['Drill', 'Bits', '<b>', 'x'.repeat(256), '4000009990000019', ''],
  quantity: ['1', '2.5', '0', '-1', 'two', '1.23456', '99999999999', ''],
  unitCost: ['100.00', '15.5', '0', '1,5', '999999999999.99', '1e3', ''],
  tax: ['20.00', '0', '-3', 'x', ''],
  limit: ['300', '20', '0', '9999999999999', 'much', ''],
  neededBy: ['2031-01-31', '2031-02-30', '31.01.2031', ''],
  note: ['For the workshop', 'a\nb', 'x'.repeat(2001), '<p>', ''],
  invoices: ['I-1; 2030-11-30; 20', 'I-1; 2030-11-30; 20\nI-1; 2030-11-30; 5', 'I-2; 2030-11-30; 500', 'a bill', '']
} as const;
const FIELD_OF: Record<string, string> = { limit: 'purchaseLimit' };
const OF_LINE = ['description', 'quantity', 'unitCost', 'tax'];
const typed = fc.record(
  Object.fromEntries(Object.entries(COLUMNS).map(([name, cells]) => [name, fc.constantFrom(...cells)]))
) as fc.Arbitrary<Record<keyof typeof COLUMNS, string>>;

const rowOf = (cells: Record<string, string>, row: number) => ({
  row,
  cells: Object.fromEntries(
    Object.entries({ ...cells, reference: `O-${row}`, supplier: SUPPLIER.name }).map(([name, cell]) => [
      HEADINGS[name as keyof typeof HEADINGS],
      cell
    ])
  ),
  faults: []
});

test('C5.064 the faults of a file, by row and column, are those of the form by its fields, and so is what it reads', () => {
  fc.assert(
    fc.property(fc.constantFrom(...OFFERS), typed, (offer, cells) => {
      const fieldOf = (name: string) => (OF_LINE.includes(name) ? `line.1.${name}` : (FIELD_OF[name] ?? name));
      const sent = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [fieldOf(name), cell || undefined]));
      const form = entrySchema(offer).safeParse({ supplierId: SUPPLIER.id, ...sent }, { reportInput: true });
      const refusals = form.success ? entryFaults(offer, form.data) : fieldFaults(form.error);
      const file = checkRows([rowOf(cells, 2)], HEADINGS, offer);
      const columnOf = (field = '') =>
        Object.keys(COLUMNS)
          .filter((name) => fieldOf(name) === field)
          .map((name) => HEADINGS[name as keyof typeof HEADINGS])[0] ?? null;
      // Of several faults of one field the file says the first.
      const firsts = refusals.filter(
        ({ field }, at) => refusals.findIndex((one) => columnOf(one.field) === columnOf(field)) === at
      );
      expect(file.faults.map(({ column, code, params }) => ({ column, code, params }))).toEqual(
        firsts.map(({ field, code, params }) => ({ column: columnOf(field), code, params }))
      );
      expect(file.requests.map(({ entry }) => entry)).toEqual(form.success && refusals.length === 0 ? [form.data] : []);
    }),
    { numRuns: 500 }
  );
});

test('C5.064 a file of many requests is read as files of one', () => {
  for (const offer of OFFERS) {
    // Half of them have no fault.
    const good = {
      description: 'Drill',
      quantity: '2',
      unitCost: '100.00',
      tax: '20.00',
      limit: '300',
      neededBy: '',
      note: '',
      invoices: ''
    };
    const rows = fc.sample(typed, 400).flatMap((cells, at) => [rowOf(cells, 2 * at + 2), rowOf(good, 2 * at + 3)]);
    const ones = rows.map((row) => checkRows([row], HEADINGS, offer));
    const file = checkRows(rows, HEADINGS, offer);
    expect(file.faults).toEqual(ones.flatMap(({ faults }) => faults));
    expect(file.requests).toEqual(ones.flatMap(({ requests }) => requests));
    expect(file.requests.length).toBeGreaterThanOrEqual(400);
  }
});

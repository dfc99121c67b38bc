import fc from 'fast-check';
import { mappingFormSchema, mappingValues } from '@/app/workspace/feeds/mappings/mapping-entry';
import { mappingFacts } from '@/app/workspace/feeds/mappings/mapping-facts';
import { mappingFields } from '@/app/workspace/feeds/mappings/mapping-fields';
import { typeLineFields } from '@/app/workspace/feeds/mappings/type-fields';
import {
  readTypeStep,
  steppedTypes,
  type TypeLines,
  type TypeStep,
  typeLinesIn,
  typeValues
} from '@/app/workspace/feeds/mappings/type-lines';
import type { FieldValues } from '@/app/workspace/ui/field-spec';
import { parseForm } from '@/app/workspace/ui/parse-form';
import { READY_MADE } from '@/lib/money/feeds/layouts/ready-made';
import { type Layout, layoutSchema } from '@/lib/money/feeds/mapping';
import { MOST_TYPES, TRANSACTION_TYPES } from '@/lib/money/feeds/transaction-types';

const reader = { t: (key: string) => key, locale: 'en_US' as const };

/** The post of a form with these values. */
function formOf(values: FieldValues): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === true) form.set(name, 'true');
    else if (value !== false && value !== null && value !== undefined)
      form.set(name, Array.isArray(value) ? value.join('\n') : String(value));
  }
  return form;
}

function sent(values: FieldValues) {
  const form = formOf(values);
  const lines = typeLinesIn(Object.fromEntries(form)).lines;
  const fields = [...mappingFields(reader.t), ...lines.flatMap(({ key }) => typeLineFields(reader.t, key))];
  return parseForm(reader, fields, mappingFormSchema, form);
}

/** What is told of a form with these values in place of a ready-made mapping's, as `field code`. */
function faultsOf(changed: FieldValues, key = 'kr-1025'): string[] {
  const layout = READY_MADE[key]?.layout as Layout;
  const parsed = sent({ ...mappingValues({ name: 'Mine', active: true, layout }), ...changed });
  return parsed.ok ? [] : parsed.state.faults.map(({ field, message }) => `${field} ${message}`);
}

test.each(Object.entries(READY_MADE))('CD.41 the form of %s says all of it', (_, { layout }) => {
  expect(sent(mappingValues({ name: 'Mine', active: false, layout }))).toEqual({
    ok: true,
    value: { name: 'Mine', active: false, layout }
  });
});

const word = fc.stringMatching(/^[A-Za-z0-9,.;*+-]{1,12}$/);
const column = fc.integer({ min: 1, max: 99 }).map(String);
const marker = fc.record({ source: column, is: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }) });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

test('CD.41 whatever a mapping says of records, trailer and types, its form says the same', () => {
  const layouts = fc.record({
    only: maybe(marker),
    block: maybe(fc.record({ at: marker, holds: marker })),
    trailer: maybe(
      fc.record({
        at: marker,
        count: maybe(column),
        counts: fc.constantFrom('transactions', 'records'),
        debit: maybe(column),
        credit: maybe(column),
        net: maybe(column),
        absolute: fc.boolean(),
        several: fc.boolean(),
        required: fc.boolean(),
        onMismatch: fc.constantFrom('refuse', 'flag')
      })
    ),
    types: fc.dictionary(word, fc.constantFrom(...TRANSACTION_TYPES), { maxKeys: 12 })
  });
  fc.assert(
    fc.property(layouts, (parts) => {
      const layout = layoutSchema.parse({
        format: 'delimited',
        account: 'card_number',
        fields: { cardNumber: ['1'], transactionDate: ['2'], amount: ['3'] },
        ...parts
      });
      const parsed = sent(mappingValues({ name: 'Mine', active: true, layout }));
      expect(parsed).toEqual({ ok: true, value: { name: 'Mine', active: true, layout } });
    })
  );
});

test('all faults are reported at once, each at its field', () => {
  expect(faultsOf({ name: ' ' })).toEqual(['name required.field']);
  expect(faultsOf({ 'only.source': '', 'only.is': ['1'] })).toEqual(['only.source required.field']);
  expect(faultsOf({ 'only.is': [] })).toEqual(['only.is required.field']);
  expect(faultsOf({ 'only.source': 'Kind', 'field.cardNumber': '132-114' })).toEqual([
    'only.source feed.place.invalid',
    'field.cardNumber feed.place.invalid'
  ]);
  expect(faultsOf({ block: true })).toEqual([
    'block.at.source required.field',
    'block.at.is required.field',
    'block.holds.source required.field',
    'block.holds.is required.field'
  ]);
  expect(faultsOf({ trailer: true, 'trailer.count': '9-1' })).toEqual([
    'trailer.at.source required.field',
    'trailer.at.is required.field'
  ]);
  expect(faultsOf({ trailer: true, 'trailer.at.source': '1', 'trailer.at.is': ['9'], 'trailer.net': '9-1' })).toEqual([
    'trailer.net feed.place.invalid'
  ]);
  expect(faultsOf({ trailer: true, 'trailer.at.source': '1' }, 'common-data-format-3')).toEqual([]);
  expect(faultsOf({ 'field.billedDebit': '1-9' })).toEqual([
    'field.billedAmount feed.debit.credit.said',
    'field.billedCredit required.field',
    'field.creditIndicator feed.debit.credit.said'
  ]);
  // What isn't asked for isn't read.
  expect(faultsOf({ block: false, 'block.at.source': 'Kind', trailer: false, 'trailer.net': '9-1' })).toEqual([]);
});

test('an empty or repeated word is reported in its line', () => {
  const lines = (...said: string[]) => typeValues(said.map((one, at) => ({ key: at + 3, said: one, type: 'fee' })));
  expect(faultsOf(lines('A', ' ', 'B', 'A '))).toEqual([
    'types.4.said required.field',
    'types.6.said feed.types.twice'
  ]);
  expect(faultsOf({ ...lines('A'), 'types.3.type': 'gift' })).toEqual(['types.3.said choice.invalid']);
  expect(faultsOf(lines('x'.repeat(41)))).toHaveLength(1);
});

test('steps add, take away, bring back and change lines, and never lose another', () => {
  const begun: TypeLines = typeLinesIn({
    'types.0.said': '11',
    'types.0.type': 'credit',
    'types.7.said': 'F',
    other: 'x'
  });
  expect(begun).toEqual({
    lines: [
      { key: 0, said: '11', type: 'credit' },
      { key: 7, said: 'F', type: 'credit' }
    ],
    removed: null,
    nextKey: 8
  });
  const steps = fc.array(
    fc.oneof(
      fc.constant<TypeStep>({ do: 'add' }),
      fc.constant<TypeStep>({ do: 'undo' }),
      fc.nat(20).map((key): TypeStep => ({ do: 'remove', key })),
      fc.record({
        do: fc.constant('type' as const),
        key: fc.nat(20),
        name: fc.constant('said' as const),
        text: fc.string()
      })
    ),
    { maxLength: 150 }
  );
  fc.assert(
    fc.property(steps, (taken) => {
      let state = begun;
      for (const step of taken) {
        const before = state;
        state = steppedTypes(before, step);
        const keys = state.lines.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(state.lines.length).toBeLessThanOrEqual(MOST_TYPES);
        if (step.do === 'type') expect(keys).toEqual(before.lines.map(({ key }) => key));
        if (step.do === 'remove' && state !== before)
          expect(steppedTypes(state, { do: 'undo' }).lines).toEqual(before.lines);
        // What stands in fields says the same lines again.
        expect(typeLinesIn(typeValues(state.lines)).lines).toEqual(state.lines);
      }
    })
  );
  expect(readTypeStep('types.remove.3')).toEqual({ do: 'remove', key: 3 });
  expect([readTypeStep('types.add'), readTypeStep('types.undo')]).toEqual([{ do: 'add' }, { do: 'undo' }]);
  expect([readTypeStep('preview'), readTypeStep('types.remove.x')]).toEqual([null, null]);
});

test('users who can’t change a mapping read its set fields as text', () => {
  const layout = READY_MADE['commercial-format-4']?.layout as Layout;
  const values = mappingValues({ name: 'Theirs', active: true, layout });
  const facts = Object.fromEntries(
    mappingFacts(mappingFields(reader.t), values, reader.t).map(({ label, value }) => [label, value])
  );
  expect(facts).toMatchObject({
    'feed.mapping.name': 'Theirs',
    'feed.mapping.active': 'yes',
    'feed.mapping.format': 'feed.mapping.format.delimited',
    'feed.mapping.block.holds.source': '5',
    'feed.mapping.block.holds.is': '05, 5',
    'feed.mapping.trailer.onMismatch': 'feed.mapping.trailer.onMismatch.refuse'
  });
  expect(facts['feed.mapping.types']).toContain('11: transaction.type.credit');
  expect(facts).not.toHaveProperty('feed.mapping.only.source');
  expect(Object.values(facts).join()).not.toMatch(/true|false|null|[{}[\]]/);
});

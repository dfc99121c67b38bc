import { z } from 'zod';
import { withChosen } from '@/app/workspace/addresses';
import type { FieldSpec } from '@/app/workspace/ui/field-spec';
import { parseForm, refusalState, versionOf } from '@/app/workspace/ui/parse-form';
import { plainDate } from '@/lib/core/entry/date-entry';
import { decimalNumber, wholeNumber } from '@/lib/core/entry/number-entry';
import { plainText } from '@/lib/core/entry/plain-text';
import { translator } from '@/lib/core/language/texts';

const READER = { t: translator('en_US'), locale: 'en_US' } as const;

const FIELDS: FieldSpec[] = [
  { name: 'name', label: 'Company Name', kind: 'text', required: true },
  { name: 'limit', label: 'Purchase Limit', kind: 'decimal' },
  { name: 'places', label: 'Places', kind: 'number' },
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'active', label: 'Active', kind: 'checkbox' },
  { name: 'reason', label: 'Reason', kind: 'text', showWhen: { field: 'active', equals: false } },
  { name: 'types', label: 'Types', kind: 'multi-select' },
  { name: 'lines', label: 'Lines', kind: 'list' },
  { name: 'kind', label: 'Kind', kind: 'select' },
  { name: 'owner', label: 'Owner', kind: 'combobox' },
  { name: 'secret', label: 'Secret', kind: 'password' }
];

const SCHEMA = z.object({
  name: plainText({ max: 10 }),
  limit: decimalNumber({ scale: 2, positive: true }).optional(),
  places: wholeNumber({ min: 1, max: 9 }).optional(),
  from: plainDate().optional(),
  active: z.boolean(),
  reason: plainText({ max: 20 }).optional(),
  types: z.array(z.enum(['a', 'b'])).max(2),
  lines: z.array(plainText({ max: 5 })),
  kind: z.enum(['x', 'y']).optional(),
  owner: z.string().optional(),
  secret: z.string().min(4).optional(),
  parent: z.uuid().optional()
});

function form(entries: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, values] of Object.entries(entries)) for (const value of [values].flat()) data.append(name, value);
  return data;
}

const parsed = (entries: Record<string, string | string[]>) => parseForm(READER, FIELDS, SCHEMA, form(entries));

test('reads each kind of field as what the schema speaks of', () => {
  expect(
    parsed({
      name: ' Acme ',
      limit: '1,234.50',
      places: '3',
      from: '2026-01-31',
      active: 'true',
      reason: 'not asked for',
      types: ['a', 'b'],
      lines: 'one\r\n\r\n two ',
      kind: '',
      owner: '',
      'owner.typed': 'Robin',
      parent: '0198c1f0-0000-7000-8000-000000000000',
      strange: 'x'
    })
  ).toEqual({
    ok: true,
    value: {
      name: 'Acme',
      limit: '1234.50',
      places: 3,
      from: '2026-01-31',
      active: true,
      types: ['a', 'b'],
      lines: ['one', 'two'],
      owner: 'Robin',
      parent: '0198c1f0-0000-7000-8000-000000000000'
    }
  });
});

test('W5 C1.002 what is typed over the value of a combobox wins, with and without script', () => {
  const owner = (entries: Record<string, string>) => {
    const answer = parsed({ name: 'Acme', ...entries });
    return answer.ok && answer.value.owner;
  };
  const chosen = { owner: '100', 'owner.chosen': 'One hundred' };
  expect(owner({ ...chosen, 'owner.typed': 'One hundred' })).toBe('100');
  expect(owner({ ...chosen, 'owner.typed': ' One hundred ' })).toBe('100');
  expect(owner({ ...chosen, 'owner.typed': '200' })).toBe('200');
  expect(owner({ ...chosen, 'owner.typed': '' })).toBeUndefined();
  expect(owner({ owner: '100' })).toBe('100');
  // It is shown again as it was typed, and the value from before is forgotten.
  expect(parsed({ ...chosen, 'owner.typed': '200' })).toMatchObject({
    state: { values: { owner: '', 'owner.typed': '200' } }
  });
});

test('W5 C1.002 what is found for a text that nothing was chosen for counts as chosen', () => {
  const typed = form({ name: 'Acme', owner: '', 'owner.chosen': '', 'owner.typed': 'Robin' });
  expect(parseForm(READER, FIELDS, SCHEMA, withChosen(typed, 'owner', '7'))).toMatchObject({ value: { owner: '7' } });
});

test('F-11 no text of a form has a NUL in it', () => {
  expect(parsed({ name: 'Ac\0me', owner: '\0', types: ['a\0'] })).toMatchObject({
    value: { name: 'Acme', types: ['a'] }
  });
});

test("C5.074 says '{field} is required'", () => {
  expect(parsed({ name: '  ' })).toMatchObject({
    ok: false,
    state: { faults: [{ field: 'name', message: 'Company Name is required.', missing: true }] }
  });
});

test('C5.072 C5.073 says what is wrong with each field, in the order of the form, and keeps what was typed', () => {
  const typed = {
    secret: 'abc',
    kind: 'z',
    lines: 'toolong',
    types: ['a', 'c'],
    from: '2026-02-30',
    places: '1.5',
    limit: '0',
    name: '<b>x'
  };
  const answer = parsed(typed);
  if (answer.ok) throw new Error('taken');
  expect(answer.state.faults).toEqual([
    { field: 'name', message: 'Company Name must not contain HTML.' },
    { field: 'limit', message: 'Purchase Limit must be greater than zero.' },
    { field: 'places', message: 'Places must be a whole number.' },
    { field: 'from', message: 'Enter From as a date, such as 2026-02-28.' },
    { field: 'types', message: 'Choose one of the offered values for Types.' },
    { field: 'lines', message: 'Lines can have at most 5 characters.' },
    { field: 'kind', message: 'Choose one of the offered values for Kind.' },
    { field: 'secret', message: 'Secret must have at least 4 characters.' }
  ]);
  expect(answer.state.values).toMatchObject({ kind: 'z', limit: '0', name: '<b>x', types: ['a', 'c'], active: '' });
  expect(JSON.stringify(answer.state)).not.toContain('abc');
});

test('every fault has a text of its own', () => {
  const wrong = z.object({
    name: z.string().max(2),
    places: z.number(),
    types: z.array(z.string()).min(2),
    limit: z.uuid()
  });
  const answer = parseForm(READER, FIELDS, wrong, form({ name: 'long', places: 'x', types: 'a', limit: '1' }));
  expect(answer.ok ? [] : answer.state.faults.map(({ message }) => message)).toEqual([
    'Company Name can have at most 2 characters.',
    'Invalid Entry: Purchase Limit',
    'Places must be a number.',
    'Choose at least 2 for Types.'
  ]);
});

test('a refusal stands at its field; a stale save brings the version that is there now', () => {
  expect(refusalState(READER, FIELDS, { code: 'number.zero', field: 'limit' }, form({ name: 'Acme' }))).toEqual({
    faults: [{ field: 'limit', message: 'Purchase Limit must not be zero.' }],
    values: expect.objectContaining({ name: 'Acme' })
  });
  const stale = refusalState(
    READER,
    FIELDS,
    { code: 'record.changed', params: { version: 7 } },
    form({ version: '5' })
  );
  expect(stale.version).toBe(7);
  expect(stale.faults[0]?.message).toMatch(/^Someone else changed this record/);
  expect([versionOf(form({ version: '5' })), versionOf(form({ version: '5x' })), versionOf(form({}))]).toEqual([
    5, 0, 0
  ]);
});

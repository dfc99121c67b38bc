import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { nodeFields } from '@/app/workspace/structure/node-fields';
import { ErrorSummary } from '@/app/workspace/ui/error-summary';
import type { FieldSpec } from '@/app/workspace/ui/field-spec';
import type { FormState } from '@/app/workspace/ui/form-state';
import { formTextsOf } from '@/app/workspace/ui/form-texts';
import { refusalState } from '@/app/workspace/ui/parse-form';
import type { Refusal } from '@/lib/core/entry/refusal';
import { LOCALES } from '@/lib/core/language/locales';
import { translator, workspaceTexts } from '@/lib/core/language/texts';
import { partsOf } from '@/lib/money/transactions/parts';

const t = translator('en_US');
const told = (refusal: Refusal, locale: 'en_US' | 'de' = 'en_US') =>
  refusalState({ t: translator(locale), locale }, [], refusal, new FormData()).faults.map(({ message }) => message);

test.each([
  ['en_US', 'Mar 2, 2026'],
  ['de', '02.03.2026']
] as const)('a refusal writes a day as %s writes it', (locale, day) => {
  const [message] = told({ code: 'mileage.rate.none', params: { vehicle: 'Van', date: '2026-03-02' } }, locale);
  expect(message).toContain(day);
  expect(message).not.toContain('2026-03-02');
});

describe('W20 C8.031 a delete that is refused names what it is refused for', () => {
  const refusal = (entity: string, blocking: Record<string, number>): Refusal => ({
    code: 'delete.associated',
    params: { entity },
    blocking
  });

  test.each([
    ['company', { org_point: 1, account: 3, user: 2 }, 'this company: 1 org point, 3 accounts, and 2 users.'],
    ['org_point', { account: 1 }, 'this org point: 1 account.'],
    ['program_option', { company: 7 }, 'this program option: 7 companies.'],
    ['account', { other: 0 }, 'this account: other records.']
  ])('%s', (entity, blocking, words) => {
    expect(told(refusal(entity, blocking as Record<string, number>))).toEqual([
      `Cannot delete as there is data associated with ${words}`
    ]);
  });

  test('in the language of the reader', () => {
    expect(told(refusal('company', { account: 1, user: 2 }), 'de')).toEqual([
      'Löschen nicht möglich, da mit diesem Unternehmen Daten verbunden sind: 1 Konto und 2 Benutzer.'
    ]);
  });
});

describe('W20 C8.022 the summary of what is wrong with a form', () => {
  const fields: FieldSpec[] = [
    { name: 'name', label: 'Name', kind: 'text', required: true },
    { name: 'members', label: 'Users', kind: 'list', required: true },
    { name: 'days', label: 'Password duration', kind: 'number' }
  ];
  const summary = (faults: FormState['faults'], values: FormState['values']) =>
    renderToStaticMarkup(
      createElement(ErrorSummary, { formId: 'f', state: { faults, values }, fields, texts: formTextsOf(t) })
    );

  test('has one header if all faults are empty fields, whichever check found them', () => {
    const faults = [
      { field: 'name', message: 'Name is required.', missing: true },
      { field: 'members', message: 'A user group needs at least one user.' }
    ];
    expect(summary(faults, { name: '', members: '' })).toContain('>Required Fields Missing<');
    expect(summary(faults, { name: '', members: 'nobody' })).toContain('>There are 2 problems<');
  });

  test('names the field of a message that does not', () => {
    const faults = [{ field: 'days', message: 'Enter a whole number from 20 to 90.' }];
    expect(summary(faults, { days: '5' })).toContain('>Password duration: Enter a whole number from 20 to 90.<');
    expect(summary([{ field: 'name', message: 'Name is required.' }], {})).toContain('>Name is required.<');
  });
});

test('W20 C8.022 a company without a name: Company Name is required', () => {
  const label = nodeFields('company', t, 'en-US').find(({ name }) => name === 'name1')?.label ?? '';
  expect(t('required.field', { field: label })).toBe('Company Name is required.');
});

test('W20 one character is no "characters"', () => {
  const said = (maximum: number) => t('too.long.field', { field: 'Code', maximum });
  expect([said(1), said(2)]).toEqual(['Code can have at most 1 character.', 'Code can have at most 2 characters.']);
});

test.each(LOCALES)('W20 features begin alike in %s', (locale) => {
  const names = Object.entries(workspaceTexts(locale)).filter(([key]) => key.startsWith('feature.'));
  expect(names.filter(([, name]) => name[0] !== name[0]?.toUpperCase())).toEqual([]);
});

test('W20 the remainder to split is shown with its currency', () => {
  const split = (amount: string) => ({ amount, taxAmount: null, percent: null });
  const entry = { by: 'amount', splits: [split('4'), split('3')] } as unknown as Parameters<typeof partsOf>[1];
  const parts = partsOf({ billedAmount: '10', billedCurrency: 'SEK', taxAmount: null }, entry);
  expect(parts.ok ? [] : told(parts.refusal)).toEqual(['The splits must total the transaction. 3 SEK remains.']);
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ErrorPage from '@/app/workspace/error';
import { readNumber, writeNumber } from '@/lib/core/entry/typed-number';
import { LOCALES } from '@/lib/core/language/locales';
import type { TextKey } from '@/lib/core/language/text-key';
import { translator } from '@/lib/core/language/texts';

const t = translator('en_US');

test.each([
  ['C8.004', 'error.unexpected', 'An unexpected error has occurred.'],
  ['C8.005', 'error.system.message', 'A system error occurred. Please try again later'],
  ['C8.007', 'error.unknown', 'Unknown Error'],
  ['C8.016', 'forbidden.action', 'Forbidden Action'],
  ['C8.019', 'file.virus.found', 'A virus was found in this file. It was rejected.'],
  ['C8.020', 'file.too.large', 'File too large'],
  ['C8.021', 'file.type.unsupported', 'Unsupported file type'],
  ['C8.022', 'required.fields.missing', 'Required Fields Missing'],
  ['C8.023', 'invalid.field', 'Invalid Entry'],
  ['C8.024', 'operation.invalid', 'Invalid Operation Error'],
  ['C8.025', 'server.down', 'Application Server is Down'],
  ['C8.026', 'workflow.violation', 'A workflow violation has occurred.'],
  ['C8.038', 'service.unavailable', 'Service unavailable'],
  ['C8.039 C4.037', 'maintenance.message', 'The system is unavailable during maintenance'],
  ['C8.040', 'save.failed', 'Could not be saved'],
  ['C8.040', 'load.failed', 'Could not be loaded']
] as const)('%s %s begins with the wording of the catalogue', (_row, key, wording) => {
  expect(t(key, { field: 'Name', megabytes: 4, kinds: 'PNG' })).toMatch(new RegExp(`^${wording}`));
});

test('C3.040 names fields as the product does', () => {
  const named = [
    'merchant.id',
    'customer.code',
    'alias',
    'account.number',
    'routing.number',
    'unit.cost',
    'tax.amount'
  ] as const;
  expect([...named, 'quantity' as const].map((name) => t(`field.${name}`))).toEqual([
    'Merchant ID',
    'Customer Code',
    'Alias',
    'Account Number',
    'Routing Number',
    'Unit Cost',
    'Tax Amount',
    'Quantity'
  ]);
});

test('amounts in a refusal are written as the reader writes them, to the last digit', () => {
  const said = (locale: 'en_US' | 'de' | 'ja', key: TextKey) => {
    const params = { remaining: '-1234567.0001', currency: 'EUR', trailer: '0.05', read: '123456789012345.0001' };
    return translator(locale)(key, params).match(/-?\d[\d.,]*\d/g);
  };
  expect(said('en_US', 'split.amount.total')).toEqual(['-1,234,567.0001']);
  expect(said('de', 'split.amount.total')).toEqual(['-1.234.567,0001']);
  expect(said('ja', 'split.tax.total')).toEqual(['-1,234,567.0001']);
  expect(said('de', 'feed.mismatch.net')).toEqual(['0,05', '123.456.789.012.345,0001']);
});

test.each(LOCALES)('an amount is asked for in %s as its forms read it, and as uploads do', (locale) => {
  const example = (key: TextKey) => /\d[\d.,]*\d/.exec(translator(locale)(key))?.[0] ?? '';
  expect(example('amount.invalid')).toBe(writeNumber('1500.50', locale));
  expect(readNumber(example('amount.invalid'), locale)).toBe('1500.50');
  expect(example('upload.amount.invalid')).toBe('1500.50');
});

test('C8.007 an error of which nothing is known is an Unknown Error; one that the server has logged was unexpected', () => {
  const shown = (error: Error & { digest?: string }) =>
    renderToStaticMarkup(createElement(ErrorPage, { error, retry: () => undefined }));
  expect(shown(new Error('secret words'))).toContain('<h1>Unknown Error</h1>');
  const logged = shown(Object.assign(new Error('secret words'), { digest: '42' }));
  expect(logged).toContain('<h1>An unexpected error has occurred.</h1>');
  expect(logged).toContain('Reference for support: 42');
  expect(logged).not.toContain('secret');
});

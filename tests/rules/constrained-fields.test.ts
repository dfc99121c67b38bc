import { z } from 'zod';
import { delegationFields } from '@/app/workspace/approvals/delegation/fields';
import { settingFields } from '@/app/workspace/configuration/setting-fields';
import { mappingFields } from '@/app/workspace/feeds/mappings/mapping-fields';
import { typeLineFields } from '@/app/workspace/feeds/mappings/type-fields';
import { rejectFields } from '@/app/workspace/feeds/rejects/reject-fields';
import { maintenanceFields } from '@/app/workspace/maintenance/fields';
import { otherIdFields } from '@/app/workspace/people/own-roles/fields';
import { personFields } from '@/app/workspace/people/person-fields';
import { questionFields } from '@/app/workspace/profile/question-fields';
import { tryFields } from '@/app/workspace/purchase-requests/fields';
import { accountFields, nodeFields } from '@/app/workspace/structure/node-fields';
import { lineFields } from '@/app/workspace/transactions/line-fields';
import { constrained } from '@/app/workspace/ui/constrained';
import type { FieldSpec } from '@/app/workspace/ui/field-spec';
import type { SettingKey } from '@/lib/access/settings/settings';
import type { Brand } from '@/lib/brand/brands/directory';
import { plainDate } from '@/lib/core/entry/date-entry';
import { wholeNumber } from '@/lib/core/entry/number-entry';
import { optional } from '@/lib/core/entry/optional';
import { plainText } from '@/lib/core/entry/plain-text';
import { translator } from '@/lib/core/language/texts';
import type { Configuration, ConfiguredSetting } from '@/lib/directory/programs/configuration';

const t = translator('en_US', undefined);
const field = (name: string, kind: FieldSpec['kind'] = 'text'): FieldSpec => ({ name, label: name, kind });
/** What a field demands: its name, `*` for required, then its limits. */
const demands = (fields: readonly FieldSpec[]) =>
  Object.fromEntries(
    fields.map(({ name, required, maxLength, min, max }) => [
      name,
      [required && '*', maxLength, min, max].filter((each) => each !== undefined && each !== false).join(' ')
    ])
  );

test('a field demands what its schema does, before and after a transformation, and whatever wraps it', () => {
  const schema = z
    .object({
      text: plainText({ max: 60 }),
      plain: z.string('required').trim().min(1, 'required').max(9),
      extra: optional(plainText({ max: 80 })),
      day: plainDate(),
      count: wholeNumber({ min: 1, max: 20 }),
      ticked: z.boolean(),
      some: z.array(z.string()),
      people: z.array(z.string()).min(1)
    })
    .superRefine(() => {})
    .transform((value) => value);
  const fields = [
    field('text'),
    field('plain'),
    field('extra'),
    field('day', 'date'),
    field('count', 'number'),
    field('ticked', 'checkbox'),
    field('some', 'multi-select'),
    field('people', 'people'),
    field('elsewhere')
  ];
  expect(demands(constrained(schema, fields))).toEqual({
    text: '* 60',
    plain: '* 9',
    extra: '80',
    day: '*',
    count: '* 1 20',
    ticked: '',
    some: '',
    people: '*',
    elsewhere: ''
  });
});

test('a field may say otherwise', () => {
  const [stricter] = constrained(z.object({ text: plainText({ max: 60 }) }), [{ ...field('text'), maxLength: 6 }]);
  expect(stricter).toMatchObject({ required: true, maxLength: 6 });
});

test.each<[string, () => FieldSpec[], Record<string, string>]>([
  [
    'a line',
    () => lineFields(t, 'EUR'),
    { description: '* 255', quantity: '*', unitOfMeasure: '12', unitCost: '*', taxAmount: '', productCode: '40' }
  ],
  ['a delegation', () => delegationFields(t), { delegate: '* 255', firstDay: '*', lastDay: '*', reason: '255' }],
  ['maintenance', () => maintenanceFields(t), { minutes: '* 1 2880' }],
  [
    'a person',
    () => personFields(t, 'en_US'),
    { firstName: '* 80', lastName: '* 80', email: '59', phone: '30', locale: '' }
  ],
  ['a word for a type', () => typeLineFields(t, 3), { 'types.3.said': '* 40', 'types.3.type': '*' }],
  [
    'a rejected row',
    () => rejectFields({ fields: [{ field: 'purpose', text: '', corrected: false }] }, t),
    { 'field.purpose': '300' }
  ],
  [
    'a purchase to try',
    () => tryFields(t, 'EUR'),
    { amount: '*', merchant: '* 22', category: '4', merchantId: '15', day: '', time: '' }
  ],
  ['a linked id', () => otherIdFields(t), { userId: '* 80', password: '* 1024' }],
  [
    'a security question',
    () => questionFields(t, { passwordResetLink: true } as Brand),
    { questionId: '*', answer: '* 100', password: '* 1024' }
  ],
  ['a group', () => nodeFields('company_group', t, 'en'), { number: '* 30', name1: '* 80', name2: '80' }],
  [
    'a new account',
    () => accountFields(t, 'en', true),
    {
      cardNumber: '* 40',
      name1: '* 80',
      name2: '80',
      bankNumber: '10',
      ica: '11',
      cardType: '30',
      statusCode: '2',
      currency: '*',
      openedOn: '*',
      creditLimit: '',
      transactionLimit: ''
    }
  ]
])('the form of %s marks what it needs', (_what, fields, expected) => {
  expect(demands(fields())).toEqual(expected);
});

test('the form of a mapping marks what it needs', () => {
  const of = demands(mappingFields(t));
  expect(of).toMatchObject({
    name: '* 60',
    format: '*',
    encoding: '*',
    delimiter: '',
    skipLines: '0 50',
    record: '120'
  });
  expect(of).toMatchObject({ account: '*', 'only.source': '120', 'only.is': '', 'block.at.source': '120' });
  expect(of).toMatchObject({ 'trailer.net': '120', 'trailer.counts': '', 'trailer.required': '' });
  expect(of).toMatchObject({ 'field.cardNumber': '500', 'field.purpose': '500', dateFormat: '*', impliedDecimals: '' });
  expect(of).toMatchObject({ creditValues: '500', otherType: '*', currency: '3', referencePrefix: '12' });
});

test('a setting has the bounds of its declaration, and is never marked as required', () => {
  const keys: SettingKey[] = ['custom.field.length', 'workflow.instructions', 'encryption.key'];
  const settings = keys.map(
    (key): ConfiguredSetting => ({
      key,
      value: null,
      source: 'default',
      inherited: null,
      inheritedFrom: 'default',
      stamp: ''
    })
  );
  const { fields } = settingFields({ t, locale: 'en_US' }, { node: { kind: 'issuer' }, settings } as Configuration);
  expect(demands(fields)).toEqual({
    'custom.field.length': '1 255',
    'workflow.instructions': '900',
    'encryption.key': '24'
  });
});

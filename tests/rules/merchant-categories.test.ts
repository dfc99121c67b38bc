import { merchantCategory } from '@/lib/core/entry/merchant-categories';

test.each([
  ['3047', 'airlines'],
  ['3355', 'taxi'],
  ['3590', 'hotels'],
  ['4112', 'rail'],
  ['4121', 'taxi'],
  ['4511', 'airlines'],
  ['4814', 'telecom'],
  ['5411', 'groceries'],
  ['5541', 'fuel'],
  ['5812', 'restaurants'],
  ['5943', 'office'],
  ['6011', 'cash'],
  ['7011', 'hotels'],
  ['7372', 'software'],
  ['8011', 'medical'],
  ['8299', 'education'],
  ['8931', 'services'],
  ['9311', 'fees'],
  ['7995', 'other']
])('the merchant category code %s is %s', (code, category) => {
  expect(merchantCategory(code)).toBe(category);
});

test('what is no code of a merchant is in no group', () => {
  expect([null, '', '45', '45110', 'abcd', '0000', '9999'].map(merchantCategory)).toEqual(Array(7).fill('other'));
});

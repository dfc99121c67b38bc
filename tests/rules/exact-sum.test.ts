import { exactSum } from '@/app/workspace/listing/exact-sum';

test.each([
  [[], '0'],
  [['240.5', '61.20'], '301.7'],
  [['0.1', '0.2'], '0.3'],
  [['-0.5', '0.25'], '-0.25'],
  [['-12', '12'], '0'],
  [['100', '200'], '300'],
  [['9007199254740993.0001', '0.0001'], '9007199254740993.0002']
])('the amounts %j total exactly %s', (amounts, total) => {
  expect(exactSum(amounts)).toBe(total);
});

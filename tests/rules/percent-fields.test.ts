import { settingOf } from '@/lib/access/settings/settings';
import { percent } from '@/lib/kit/setup/fields';
import taxCode from '@/lib/money/allocation/entities/tax-code';

const fits = (field: { schema: { safeParse: (typed: string) => { success: boolean } } }, typed: string) =>
  field.schema.safeParse(typed).success;

test('C5.036 CD.8 a percent is a whole number from 1 to 99', () => {
  const field = percent({ label: 'Share', required: true });
  expect(['1', '50', '99'].filter((typed) => !fits(field, typed))).toEqual([]);
  expect(['0', '100', '-1', '1.5', '12,5', 'half', '1e1', ' '].filter((typed) => fits(field, typed))).toEqual([]);
});

test('C5.036 CD.8 a field that says so takes 0 to 100, and an issuer sets the ends of the others', () => {
  const field = percent({ label: 'Share', required: true, min: 0, max: 100 });
  expect(['0', '1', '99', '100'].filter((typed) => !fits(field, typed))).toEqual([]);
  expect(['-1', '101', '0.5'].filter((typed) => fits(field, typed))).toEqual([]);
  const { recoverable } = taxCode.fields;
  expect([fits(recoverable, '0'), fits(recoverable, '100'), fits(recoverable, '100.01')]).toEqual([true, true, false]);
  const [least, most] = [settingOf('percent.least'), settingOf('percent.most')];
  expect([least.default, most.default]).toEqual([1, 99]);
  expect([0, 1, 2].map((end) => least.schema.safeParse(end).success)).toEqual([true, true, false]);
  expect([98, 99, 100].map((end) => most.schema.safeParse(end).success)).toEqual([false, true, true]);
});

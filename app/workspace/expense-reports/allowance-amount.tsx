'use client';

import type { Locale } from '@/lib/core/language/locales';
import { type AllowanceRate, allowanceDays } from '@/lib/money/allowances/allowance-days';
import { allowanceFormula } from '@/lib/money/allowances/allowance-formula';
import { allowanceSchema } from '@/lib/money/expenses/allowance-schema';
import { formatsOf } from '../ui/formats';
import { TypedAmount } from './typed-amount';

interface Props {
  rates: readonly AllowanceRate[];
  currency: string;
  locale: Locale;
  /** `none` has `{destination}` and `{date}` in it. */
  texts: Record<'amount' | 'none', string>;
}

/** What the allowance in the form comes to, while it is typed. */
export const AllowanceAmount = (props: Props) => <TypedAmount words={(form) => wordsOf(form, props)} />;

/** What doesn't matter to the amount. */
const ANY = { expenseTypeId: '00000000-0000-7000-8000-000000000000', description: '-' };

function wordsOf(form: FormData, { rates, currency, locale, texts }: Props): string {
  const typed = Object.fromEntries(
    ['destination', 'firstDay', 'departure', 'lastDay', 'arrival'].map((name) => [name, String(form.get(name) ?? '')])
  );
  const meals = Object.fromEntries(
    ['breakfast', 'lunch', 'dinner'].map((meal) => [meal, form.getAll(meal).map(String)])
  );
  const parts = { follows: form.get('follows') ?? undefined, goesOn: form.get('goesOn') ?? undefined };
  const trip = allowanceSchema.safeParse({ ...typed, ...parts, ...meals, ...ANY });
  if (!trip.success) return '';
  const { date, money } = formatsOf(locale, 'UTC');
  const found = allowanceDays(trip.data, rates);
  if (!found.ok)
    return texts.none.replace('{destination}', trip.data.destination).replace('{date}', date(found.without));
  return `${texts.amount}: ${allowanceFormula(found.days, currency, { money })}`;
}

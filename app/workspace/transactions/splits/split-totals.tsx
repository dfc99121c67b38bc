'use client';

import { Decimal } from '@prisma/client/runtime/index-browser';
import { useEffect, useState } from 'react';
import { formatsOf } from '../../ui/formats';
import type { EditorTexts } from './editor-state';
import { type Splitting, type Totals, totalsOf } from './splitting';

const PAUSE_MILLIS = 800;

/** The number format of splits: money if there is a whole, percentages in a profile. */
function sharesIn({ whole, locale }: Pick<Splitting, 'whole' | 'locale'>, currency: string | null) {
  const { money, percent } = formatsOf(locale, 'UTC');
  return {
    percent: (value: Decimal) => percent(value.toFixed()),
    money: (value: Decimal) => (whole && currency ? money(value.toFixed(), currency) : percent(value.toFixed()))
  };
}

/** The counterpart of a split's typed number: a percentage as money, an amount as a share. */
export function comesToIn(splitting: Splitting, totals: Totals, currency: string | null, texts: EditorTexts) {
  const say = sharesIn(splitting, currency);
  return (index: number): string | null => {
    const [amount, percent, tax] = [totals.amounts[index], totals.percents[index], totals.taxes?.[index]];
    if (!splitting.whole || !amount || !percent) return null;
    if (splitting.by === 'amount') return texts.comesTo.replace('{amount}', say.percent(percent.toDecimalPlaces(2)));
    const text = texts.comesTo.replace('{amount}', say.money(amount));
    return tax ? `${text}, ${texts.withTax.replace('{amount}', say.money(tax))}` : text;
  };
}

function leftIn({ by, whole }: Splitting, { left, leftAmount, leftTax }: Totals, texts: EditorTexts, say: Say): string {
  if (left.isZero() && leftTax && !leftTax.isZero()) return texts.taxLeft.replace('{amount}', say.money(leftTax));
  if (left.isZero()) return texts.settled;
  const amount = by === 'percent' ? say.percent(left.abs()) : say.money(leftAmount.abs());
  const isOver = left.isNegative() !== (by === 'amount' && whole?.amount.startsWith('-') === true);
  return (isOver ? texts.over : texts.left).replace('{amount}', amount);
}

type Say = ReturnType<typeof sharesIn>;

interface Props {
  id: string;
  splitting: Splitting;
  currency: string | null;
  texts: EditorTexts;
}

/** The whole and its remainder: always visible, announced when the user pauses. */
export function SplitTotals({ id, splitting, currency, texts }: Props) {
  const say = sharesIn(splitting, currency);
  const totals = totalsOf(splitting);
  const left = leftIn(splitting, totals, texts, say);
  const [told, setTold] = useState(left);
  useEffect(() => {
    const timer = setTimeout(() => setTold(left), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div id={id} className="split-totals" tabIndex={-1}>
      <span>{texts.total.replace('{amount}', say.money(new Decimal(splitting.whole?.amount ?? 100)))}</span>
      <strong className={totals.left.isZero() ? 'settled' : 'unsettled'}>{left}</strong>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  );
}

import type { ReactNode } from 'react';
import { isoDay } from '@/lib/core/calendar/days';
import { type Column, wordOfChoice } from '@/lib/kit/listing/listing';
import { Badge } from '../ui/badge';
import type { ListingContext } from './listing-context';
import type { ListingShape } from './listing-shape';

/** A value formatted by its type for this reader; null if there is none. */
export function shownValue(
  { t, format }: Pick<ListingContext, 't' | 'format'>,
  shape: Pick<ListingShape, 'currencies' | 'figure' | 'foreign' | 'state'>,
  name: string,
  column: Column,
  row: Readonly<Record<string, unknown>>
): ReactNode {
  const value = row[name];
  if (value === null || value === undefined || value === '') return null;
  switch (column.type) {
    case 'date':
      return <time dateTime={isoDay(value as Date)}>{format.date(value as Date)}</time>;
    case 'date-time':
      return <time dateTime={(value as Date).toISOString()}>{format.dateTime(value as Date)}</time>;
    case 'month':
      return format.month(String(value));
    case 'number':
      return format.number(Number(value));
    case 'money':
      return <Money format={format} shape={shape} name={name} row={row} />;
    case 'boolean':
      return t(value ? 'yes' : 'no');
    case 'choice': {
      const word = wordOfChoice(t, column, value);
      // A list whose states mean more gives them tones of their own.
      return name === shape.state ? <Badge tone={value === 'active' ? 'good' : 'neutral'}>{word}</Badge> : word;
    }
    default:
      return String(value);
  }
}

interface MoneyProps {
  format: ListingContext['format'];
  shape: Pick<ListingShape, 'currencies' | 'figure' | 'foreign'>;
  name: string;
  row: Readonly<Record<string, unknown>>;
}

/** An amount: without its currency if the heading has it, and the foreign amount below it. */
function Money({ format, shape: { currencies, figure, foreign }, name, row }: MoneyProps) {
  const amount = row[name] as { toString(): string };
  const currency = String(row[`${name}Currency`]);
  const other = name === figure && foreign ? row[foreign] : null;
  const otherCurrency = String(row[`${foreign}Currency`]);
  const isForeign = other !== null && other !== undefined && otherCurrency !== currency;
  return (
    <>
      {currencies.has(name) ? format.amount(amount, currency) : format.money(amount, currency)}
      {isForeign && (
        <span className="listing-foreign">{format.money(other as { toString(): string }, otherCurrency)}</span>
      )}
    </>
  );
}

import type { Firing } from '@/lib/money/alerts/firings';
import type { Formats } from '../ui/formats';
import { placeWords } from './words';

/** What an alert fired for, in a few words: a merchant and a day, or a place and its period. */
export function causeWords(firing: Firing, format: Formats): string {
  const { placeName, lastFour, merchantName, postingDate, askedAt, periodStart, periodEnd, step } = firing;
  if (postingDate) return `${merchantName ?? '–'} · ${format.date(postingDate)}`;
  if (askedAt) return `${merchantName ?? '–'} · ${format.dateTime(askedAt)}`;
  const [from, to] = [periodStart, periodEnd].map((day) => format.date(day as string));
  const days = from === to ? from : `${from} – ${to}`;
  return [placeWords({ name: placeName, lastFour }), days, step !== null && step < 100 && format.percent(step)]
    .filter(Boolean)
    .join(' · ');
}

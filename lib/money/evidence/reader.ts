import type { Locale } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import type { DistanceUnit } from '../mileage/trip-amount';

/** How a reader's language writes values; days are `2026-02-28`. */
interface Writes {
  date(day: string): string;
  dateTime(at: Date): string;
  money(amount: string, currency: string): string;
  rate(amount: string, currency: string): string;
  distance(value: string, unit: DistanceUnit): string;
}

/** Who downloads: their name, language and formats. */
export interface EvidenceReader {
  name: string;
  locale: Locale;
  t: Translate;
  format: Writes;
}

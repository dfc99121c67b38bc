import { dayAfter } from '../../core/calendar/days';
import type { Controls, Hours, Period, TravelSection, Weekday } from './controls';
import { WEEKDAYS } from './controls';

/** An amount, or two with a hyphen between them; a comma stands for the point. */
export const BAND = /^\d{1,12}(?:[.,]\d{1,2})?(?:\s*[-–]\s*\d{1,12}(?:[.,]\d{1,2})?)?$/;

/** The values of a template's form that make its controls. */
export interface TemplateValues {
  currency: string;
  timeZone: string | null;
  velocity: Period | null;
  velocityAmount: string | null;
  velocityCount: number | null;
  agingVelocity: boolean;
  agingAmount: string | null;
  agingDays: number | null;
  transactionLimit: boolean;
  transactionAmount: string | null;
  transactionCount: number | null;
  amountRange: boolean;
  amountMin: string | null;
  amountMax: string | null;
  exactAmounts: boolean;
  exactBands: readonly string[] | null;
  exactOnce: boolean;
  timeOfDay: boolean;
  openDays: readonly Weekday[] | null;
  openFrom: string | null;
  openTo: string | null;
  curfew: 'day' | 'overnight' | null;
  curfewDays: readonly Weekday[] | null;
  curfewFrom: string | null;
  curfewTo: string | null;
  validity: 'dates' | 'days' | null;
  validFrom: string | null;
  validTo: string | null;
  validDays: number | null;
  merchantName: 'starts' | 'contains' | 'equals' | null;
  merchantNames: readonly string[] | null;
  travel: readonly TravelSection[] | null;
}

/** What the controls of a card come from besides its template. */
export interface Surroundings {
  /** The time zone of the issuer, where the template names none. */
  timeZone: string;
  /** The day of approval in the time zone of the card, from which a number of days runs. */
  day: string;
  type: { name: string; codes: readonly string[] | null };
  supplier: { merchantId: string; acquirerId: string | null; locksCards: boolean } | null;
}

/** A range of amounts as it is typed. */
export function bandOf(typed: string): { from: string; to: string } {
  const [from = '0', to = from] = typed.split(/\s*[-–]\s*/).map((amount) => amount.replace(',', '.'));
  return { from, to };
}

/** The controls that a template makes (C3.017, C3.062–C3.070): each as it is fixed there, or off. */
export function templateControls(values: TemplateValues, { timeZone, day, type, supplier }: Surroundings): Controls {
  const { currency, velocity, merchantName } = values;
  return {
    currency,
    timeZone: values.timeZone ?? timeZone,
    velocities: velocity ? [{ period: velocity, amount: values.velocityAmount, count: values.velocityCount }] : [],
    aging: values.agingVelocity ? { amount: values.agingAmount ?? '0', days: values.agingDays ?? 1 } : null,
    transactionLimit: values.transactionLimit
      ? { amount: values.transactionAmount, count: values.transactionCount }
      : null,
    amountRange: values.amountRange ? { min: values.amountMin ?? '0', max: values.amountMax ?? '0' } : null,
    exactAmounts: values.exactAmounts ? { bands: (values.exactBands ?? []).map(bandOf), once: values.exactOnce } : null,
    timeOfDay: values.timeOfDay ? hoursOf(values.openDays, values.openFrom, values.openTo) : null,
    curfew: curfewOf(values),
    validity: validityOf(values, day),
    merchantName: merchantName ? { match: merchantName, names: [...(values.merchantNames ?? [])] } : null,
    travel: [...(values.travel ?? [])],
    purchaseType: type.codes && type.codes.length > 0 ? { name: type.name, codes: [...type.codes] } : null,
    merchant: supplier?.locksCards ? { id: supplier.merchantId.toUpperCase(), acquirerId: supplier.acquirerId } : null
  };
}

const hoursOf = (days: readonly Weekday[] | null, from: string | null, to: string | null): Hours[] =>
  (days ?? []).map((weekday) => ({ weekday, from: from ?? '00:00', to: to ?? '24:00' }));

const weekdayAfter = (weekday: Weekday) => WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 1) % WEEKDAYS.length] as Weekday;

/** A curfew over midnight is two: the rest of its day, and the beginning of the next one. */
function curfewOf({ curfew, curfewDays: days, curfewFrom: from, curfewTo: to }: TemplateValues): Hours[] | null {
  if (!curfew) return null;
  if (curfew === 'day') return hoursOf(days, from, to);
  return [...hoursOf(days, from, '24:00'), ...hoursOf((days ?? []).map(weekdayAfter), '00:00', to)];
}

function validityOf({ validity, validFrom, validTo, validDays }: TemplateValues, day: string): Controls['validity'] {
  if (validity === 'dates' && validFrom && validTo) return { from: validFrom, to: validTo };
  return validity === 'days' ? { from: day, to: dayAfter(day, (validDays ?? 1) - 1) } : null;
}

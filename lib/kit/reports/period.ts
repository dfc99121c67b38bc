import { z } from 'zod';
import { dayAfter, dayFrom, dayOf, isoOf, lengthOf, partsOf } from '../../core/calendar/days';
import { isId } from '../../core/secrets/ids';
import { DAY_PERIODS, type DayPeriod, daysOf } from '../listing/day-periods';
import { type Cycle, cycleDays, fiscalCycle } from './schedules/cycle';

/** Periods of the fiscal year of a reader's company. */
const FISCAL_PERIODS = ['fiscal.quarter', 'fiscal.quarter.last', 'fiscal.year', 'fiscal.year.last'] as const;
type FiscalPeriod = (typeof FISCAL_PERIODS)[number];
/** The periods that are words alone; the text of each is at `listing.range.<period>`. */
export const PERIOD_WORDS = [...DAY_PERIODS, ...FISCAL_PERIODS] as const;
export type PeriodWord = (typeof PERIOD_WORDS)[number];

/** The most days, months and cycles before today that a period has. */
export const MOST_COUNTED = { days: 366, months: 36, cycle: 24 } as const;
export type Counted = keyof typeof MOST_COUNTED;

/** A period in words: a word, whole days or months before today, or a reporting cycle, where 0 is the one of today. */
export type Period =
  | { kind: 'word'; word: PeriodWord }
  | { kind: 'days' | 'months'; count: number }
  | { kind: 'cycle'; count: number; cycleId: string };

/** A first and a last day, `2026-02-28`, both included. */
export interface PeriodDays {
  from: string;
  to: string;
}

/** What periods are counted by besides the calendar. */
export interface ReportCalendar {
  /** The first month of the fiscal year; null: the reader's companies have none in common. */
  fiscalStart: number | null;
  /** The reporting cycles of the reader's companies by id. */
  cycles: ReadonlyMap<string, Cycle>;
}

/** The period that a text stores: `quarter.last`, `days.30`, `months.3`, `cycle.0.<id>`; null if it is none. */
export function readPeriod(text: string): Period | null {
  const word = PERIOD_WORDS.find((one) => one === text);
  if (word) return { kind: 'word', word };
  const [, unit, digits, cycleId] = /^(days|months|cycle)\.(\d{1,3})(?:\.(.+))?$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'cycle') {
    const isCycle = count <= MOST_COUNTED.cycle && cycleId !== undefined && isId(cycleId);
    return isCycle ? { kind: unit, count, cycleId } : null;
  }
  if ((unit !== 'days' && unit !== 'months') || cycleId !== undefined) return null;
  return count >= 1 && count <= MOST_COUNTED[unit] ? { kind: unit, count } : null;
}

/** A period as it is stored. */
export const periodSchema = z.string().refine((text) => readPeriod(text) !== null, 'invalid.entry');

/** Whether a period needs more than today to become days. */
export const needsCalendar = (period: Period): boolean =>
  period.kind === 'cycle' || (period.kind === 'word' && isFiscal(period.word));

const isFiscal = (word: PeriodWord): word is FiscalPeriod => FISCAL_PERIODS.includes(word as FiscalPeriod);

/**
 * The days of a period around `today`, `2026-02-28`. Null: the reader has no such calendar, or no such cycle has ended
 * yet.
 */
export function daysOfPeriod(
  period: Period,
  today: string,
  { fiscalStart, cycles }: ReportCalendar
): PeriodDays | null {
  switch (period.kind) {
    case 'days':
      return { from: dayAfter(today, -period.count), to: dayAfter(today, -1) };
    case 'months':
      return monthsBefore(today, period.count);
    case 'cycle': {
      const cycle = cycles.get(period.cycleId);
      return cycle ? cycleDays(cycle, today, period.count) : null;
    }
    default:
      return wordDays(period.word, today, fiscalStart);
  }
}

function wordDays(word: DayPeriod | FiscalPeriod, today: string, fiscalStart: number | null): PeriodDays | null {
  if (!isFiscal(word)) return daysOf(word, today);
  if (fiscalStart === null) return null;
  const unit = word.startsWith('fiscal.year') ? 'year' : 'quarter';
  return cycleDays(fiscalCycle(fiscalStart, unit), today, word.endsWith('.last') ? 1 : 0);
}

/** The whole months before the one of today. */
function monthsBefore(today: string, count: number): PeriodDays {
  const { year, month } = partsOf(dayOf(today));
  const last = partsOf(dayFrom(year, month - 1, 1));
  return {
    from: isoOf(dayFrom(year, month - count, 1)),
    to: isoOf(dayFrom(last.year, last.month, lengthOf(last.year, last.month)))
  };
}

/** What stands for the number in the choices of a form. */
const OPEN = /(?<=^[a-z]+\.)n(?=\.|$)/;

/** Whether a text can be chosen in a form; `days`: from the first to the last day. */
const isChoice = (text: string): boolean => text === 'days' || readPeriod(text.replace(OPEN, '2')) !== null;

/** A period as a form has it: `days.n`, and the number beside it. */
export const periodFields = {
  period: z.string().refine(isChoice, 'invalid.entry').nullish(),
  periodCount: z.coerce.number('number.invalid').nullish()
};
interface PeriodEntry {
  period?: string | null | undefined;
  periodCount?: number | null | undefined;
}

/** The period that a form stores; null: none was chosen. */
export const periodOf = ({ period, periodCount }: PeriodEntry): string | null =>
  period ? period.replace(OPEN, `${periodCount ?? ''}`) : null;

/** Whether a choice of a form needs a number. */
export const isCounted = (choice: string): boolean => OPEN.test(choice);

/** The choice and the number that a form shows for a stored period. One cycle has a choice of its own. */
export function splitPeriod(period: string): { period: string; periodCount: number | null } {
  const read = readPeriod(period);
  if (!read || read.kind === 'word' || (read.kind === 'cycle' && read.count < 2)) return { period, periodCount: null };
  return { period: period.replace(/(?<=\.)\d+/, 'n'), periodCount: read.count };
}

/** Refuses a choice whose number is missing or too large, and days without a first and a last one. */
export function knownPeriod(entry: PeriodEntry, context: z.RefinementCtx): void {
  const isOpen = isCounted(entry.period ?? '');
  if (!isOpen && entry.period !== 'days') return;
  const period = periodOf(entry);
  if (period !== null && readPeriod(period)) return;
  const isMissing = isOpen && (entry.periodCount ?? null) === null;
  context.addIssue({
    code: 'custom',
    path: [isOpen ? 'periodCount' : 'period'],
    message: isMissing ? 'required.field' : 'invalid.entry'
  });
}

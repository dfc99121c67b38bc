import { z } from 'zod';
import { calendarDay } from '../../core/entry/date-entry';
import { fieldFaults } from '../../core/entry/field-faults';
import { plainText } from '../../core/entry/plain-text';
import type { Refusal } from '../../core/entry/refusal';
import { CURRENCIES } from '../../kit/setup/fields';
import type { BatchRow } from '../batches/file-rows';
import { plainHeading } from '../batches/headings';
import { amountText, readAmount } from '../feeds/amounts';
import { dateReader } from '../feeds/dates';
import { type BookingColumn, COLUMN_NAMES, type Headings } from './columns';

/** A fault of a file, by row and column. */
export interface BookingFault {
  row: number;
  column: string | null;
  code: Refusal['code'];
  params?: Refusal['params'];
}

const optional = (max: number) => plainText({ max }).nullable();
const day = calendarDay().nullable();

/** What a travel agency says about a booking. The amount is an exact decimal, days are written `2027-03-31`. */
const bookedSchema = z
  .object({
    booking: optional(40),
    ticket: optional(40),
    traveller: plainText({ max: 100 }),
    employee: optional(40),
    route: optional(200),
    from: day,
    to: day,
    bookedOn: day,
    carrier: optional(100),
    agent: optional(60),
    amount: z.string('required').regex(/^-?\d+\.\d{4}$/, 'number.invalid'),
    currency: z
      .string('required')
      .toUpperCase()
      .refine((code) => CURRENCIES.includes(code), 'currency.unknown'),
    costCentre: optional(60)
  })
  .superRefine(({ booking, ticket, from, to }, context) => {
    if (booking === null && ticket === null)
      context.addIssue({ code: 'custom', path: ['booking'], message: 'central.travel.number.needed' });
    // Texts that are no days were refused before.
    if (isDay(from) && isDay(to) && from > to)
      context.addIssue({ code: 'custom', path: ['to'], message: 'date.from.after.to' });
  });

const isDay = (text: string | null): text is string => calendarDay().safeParse(text).success;

export type Booked = z.infer<typeof bookedSchema> & { row: number; custom: Record<string, string> };

/** What a column of a template's own may hold. */
const customCell = optional(200);

/** How a template says that values are written. */
interface Writing {
  days: 'ymd' | 'dmy' | 'mdy';
  mark: 'point' | 'comma';
  /** The headings of its own columns; a file may lack any of them. */
  custom?: readonly string[] | null;
}

const DAYS = { ymd: 'YYYY-MM-DD', dmy: 'DD.MM.YYYY', mdy: 'MM/DD/YYYY' } as const;
const MARKS = { point: '.', comma: ',' } as const;
const NEEDED = ['traveller', 'amount', 'currency'] as const;

/** Reads the rows of a file as bookings, or says what is wrong by row and column (C3.037D). */
export function readBookings(
  rows: readonly BatchRow[],
  headings: Headings,
  writing: Writing
): { bookings: Booked[]; faults: BookingFault[] } {
  const missing = missingHeadings(rows, headings);
  if (missing.length > 0) return { bookings: [], faults: missing };
  const written = { day: dayReader(writing.days), amount: amountReader(MARKS[writing.mark]) };
  const faults: BookingFault[] = [];
  const bookings: Booked[] = [];
  for (const { row, cells, faults: unread } of rows) {
    const own = unread.filter(({ heading }) => COLUMN_NAMES.some((name) => headings[name] === heading));
    faults.push(...own.map(({ heading: column, refusal }) => ({ row, column, ...refusal })));
    const read = bookedSchema.safeParse(typedOf(cells, headings, written), { reportInput: true });
    const custom = customOf(cells, writing.custom ?? []);
    const unfit = Object.entries(custom).flatMap(([heading, value]) => {
      const typed = customCell.safeParse(value);
      const [fault] = typed.success ? [] : fieldFaults(typed.error);
      return fault ? [{ row, column: heading, code: fault.code, ...(fault.params && { params: fault.params }) }] : [];
    });
    faults.push(...unfit);
    if (read.success && own.length === 0 && unfit.length === 0) bookings.push({ ...read.data, custom, row });
    for (const { field, code, params } of read.success ? [] : fieldFaults(read.error)) {
      const column = headings[field as BookingColumn];
      // What can't be read was said already.
      if (!own.some(({ heading }) => heading === column)) faults.push({ row, column, code, ...(params && { params }) });
    }
  }
  return { bookings, faults };
}

function missingHeadings([first]: readonly BatchRow[], headings: Headings): BookingFault[] {
  const has = (name: BookingColumn) =>
    first !== undefined &&
    (headings[name] in first.cells || first.faults.some(({ heading }) => heading === headings[name]));
  const missing: BookingColumn[] = NEEDED.filter((name) => !has(name));
  if (!has('booking') && !has('ticket')) missing.unshift('booking');
  return missing.map((name) => ({
    row: 1,
    column: headings[name],
    code: 'import.column.missing',
    params: { value: headings[name] }
  }));
}

/** What the columns of a template's own hold, by their headings as it writes them. */
const customOf = (cells: BatchRow['cells'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = cells[plainHeading(name)]?.trim();
      return value ? [[name, value]] : [];
    })
  );

interface Written {
  day(text: string): string;
  amount(text: string): string;
}

function typedOf(cells: BatchRow['cells'], headings: Headings, { day, amount }: Written): Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(
    COLUMN_NAMES.map((name) => [name, cells[headings[name]]?.trim() || null])
  );
  for (const name of ['from', 'to', 'bookedOn']) if (values[name] !== null) values[name] = day(values[name] as string);
  for (const name of ['amount', 'traveller', 'currency']) values[name] ??= undefined;
  if (typeof values.amount === 'string') values.amount = amount(values.amount);
  if (typeof values.ticket === 'string') values.ticket = documentNumber(values.ticket);
  return values;
}

/**
 * The ten digits of a ticket after the code of its airline, without the check digit (IATA resolution 722): all thirteen
 * can look like a card number, which nothing stores (C9.009).
 */
export const documentNumber = (ticket: string): string => /^\d{3}[ -]?(\d{10})\d?$/.exec(ticket)?.[1] ?? ticket;

/** A workbook states days as 2027-03-31, whatever its cells look like. */
function dayReader(order: Writing['days']): Written['day'] {
  const [own, plain] = [dateReader(DAYS[order]), dateReader(DAYS.ymd)];
  return (text) => own(text) ?? plain(text) ?? text;
}

/** A workbook states amounts with a point, whatever its cells look like. */
function amountReader(mark: '.' | ','): Written['amount'] {
  return (text) => {
    const amount = readAmount(text, mark, null) ?? (/^-?\d+\.\d{1,2}$/.test(text) ? readAmount(text, '.', null) : null);
    return amount === null ? text : amountText(amount);
  };
}

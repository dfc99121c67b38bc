import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber, wholeNumber } from '../../core/entry/number-entry';
import { plainText } from '../../core/entry/plain-text';

/** What an expense can be asked besides amount and day (C9.025). */
export const PROPERTIES = {
  attendees: 'Attendees',
  purpose: 'Business purpose',
  location: 'Location',
  from: 'From date',
  to: 'To date',
  nights: 'Nights',
  odometer: 'Odometer',
  vehicle: 'Vehicle',
  vendor: 'Vendor',
  tax: 'Tax',
  project: 'Project'
} as const;
export type Property = keyof typeof PROPERTIES;

/** The most people who are named on an expense, and who are counted without a name. */
const MOST_ATTENDEES = 50;
const MOST_UNNAMED = 999;

const AMOUNT = { scale: 4, min: 0, max: '999999999999.9999' } as const;

/** What each property takes. */
export const DETAIL_ENTRIES = {
  /** A person each, with their company. */
  attendees: z.array(plainText({ max: 120 })).max(MOST_ATTENDEES),
  purpose: plainText({ max: 255 }),
  location: plainText({ max: 80 }),
  from: plainDate(),
  to: plainDate(),
  nights: wholeNumber({ min: 1, max: 366 }),
  odometer: decimalNumber({ scale: 1, min: 0, max: 9_999_999.9 }),
  vehicle: plainText({ max: 60 }),
  vendor: plainText({ max: 80 }),
  tax: decimalNumber(AMOUNT),
  project: plainText({ max: 80 })
} as const satisfies Record<Property, z.ZodType>;

/** How many more took part, whose names nobody knows. */
export const UNNAMED = wholeNumber({ min: 0, max: MOST_UNNAMED });

/** How a type asks for a property; a hidden one always has the preset. */
export interface AskedProperty {
  property: Property;
  asked: 'optional' | 'required' | 'hidden';
  preset: string | null;
}

/** The details of an expense: what its type asks and somebody has said. */
export const expenseDetailsRow = z.strictObject({
  ...Object.fromEntries(Object.keys(PROPERTIES).map((name) => [name, z.string().optional()])),
  attendees: z.array(z.string()).optional(),
  nights: z.number().optional(),
  unnamed: z.number().optional(),
  /** One of the type's own values (C9.022). */
  value: z.string().optional()
}) as unknown as z.ZodType<ExpenseDetails>;

export type ExpenseDetails = Partial<
  Record<Exclude<Property, 'attendees' | 'nights'>, string> & {
    attendees: readonly string[];
    nights: number;
    unnamed: number;
    value: string;
  }
>;

/** A preset as its property takes it; undefined for a text that the property can't have. */
export function presetOf(property: Property, preset: string | null): unknown {
  if (preset === null) return undefined;
  return DETAIL_ENTRIES[property].safeParse(property === 'attendees' ? [preset] : preset).data;
}

/** How many people an expense was for: its owner, those who are named, and the others. */
export const headsOf = ({ attendees = [], unnamed = 0 }: ExpenseDetails): number => 1 + attendees.length + unnamed;

/** The required properties that details lack. Who took part may be counted without a name. */
export const missingDetails = (asked: readonly AskedProperty[], details: ExpenseDetails): Property[] =>
  asked
    .filter((one) => one.asked === 'required')
    .map(({ property }) => property)
    .filter((property) => (property === 'attendees' ? headsOf(details) === 1 : details[property] === undefined));

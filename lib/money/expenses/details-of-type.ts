import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type AskedProperty, type ExpenseDetails, presetOf } from '../expense-policies/details';
import type { TypeToChoose } from '../expense-policies/types-to-choose';

/**
 * What of somebody's details the type of the expense asks, as it is stored: what is left empty has its default value, and
 * what isn't shown always has it.
 */
export function detailsOfType({ values, asks }: TypeToChoose, said: ExpenseDetails): Result<ExpenseDetails> {
  const { value, unnamed } = said;
  if (value !== undefined && !values.includes(value)) return refused({ code: 'invalid.field', field: 'value' });
  const counted = asks.some(({ property }) => property === 'attendees') && unnamed ? { unnamed } : {};
  return accepted({ ...(value !== undefined && { value }), ...counted, ...withPresets(asks, said) });
}

/** The properties that are asked, with their default values where nothing is said. */
export const withPresets = (asks: readonly AskedProperty[], said: ExpenseDetails): ExpenseDetails =>
  Object.fromEntries(
    asks.flatMap(({ property, asked, preset }) => {
      const known = (asked === 'hidden' ? undefined : said[property]) ?? presetOf(property, preset);
      return known === undefined ? [] : [[property, known]];
    })
  );

/** Details as the audit has them: a list is one text. */
export const detailsInAudit = ({ attendees, ...details }: ExpenseDetails): Record<string, string | number> => ({
  ...details,
  ...(attendees && { attendees: attendees.join('; ') })
});

import { z } from 'zod';
import { optional } from '@/lib/core/entry/optional';
import type { Translate } from '@/lib/core/language/texts';
import type { Column } from '@/lib/kit/listing/listing';
import { type Answers, askedParameters, isAskable } from '@/lib/kit/reports/answers';
import type { KnownReport } from '@/lib/kit/reports/known-report';
import type { FieldOption, FieldSpec, FieldValues } from '../ui/field-spec';

type Asking = Pick<KnownReport, 'definition' | 'source'>;

/** The columns whose filters a report asks for. */
const askedColumns = ({ definition, source: { listing } }: Asking): [name: string, column: Column][] =>
  definition.ask.flatMap((name): [string, Column][] => {
    const column = listing.columns[name];
    return isAskable(column) ? [[name, column]] : [];
  });

/** The values of the filters as they are saved: what a run has without another answer. */
export function askValues(report: Asking): FieldValues {
  const saved = new URLSearchParams(report.definition.query);
  const parameters = askedColumns(report).flatMap(([name, column]) => askedParameters(name, column));
  return Object.fromEntries(parameters.map((parameter) => [parameter, saved.get(parameter) ?? '']));
}

/** The fields of the filters that a report asks for when it is run. */
export function askFields(t: Translate, report: Asking): FieldSpec[] {
  const saved = new URLSearchParams(report.definition.query);
  const group = t('report.filters');
  return askedColumns(report).flatMap(([name, column]): FieldSpec[] => {
    const label = t(column.label);
    if (column.filter === 'range') {
      const kind = column.type === 'date' || column.type === 'date-time' ? 'date' : 'decimal';
      return (['from', 'to'] as const).map((end) => ({
        name: `${name}.${end}`,
        kind,
        group,
        half: true,
        label: `${label}, ${t(`listing.${end}`)}`
      }));
    }
    // Several values stand in lines.
    if (saved.has(`${name}.is`)) return [{ name, label, kind: 'textarea', rows: 3, group, hint: t('listing.lines') }];
    const options = optionsOf(column, t);
    return [{ name, label, group, half: true, ...(options ? { kind: 'select', options } : { kind: 'text' }) }];
  });
}

function optionsOf({ type, choices }: Column, t: Translate): FieldOption[] | undefined {
  const known = type === 'boolean' ? ({ true: 'yes', false: 'no' } as const) : choices;
  return known && Object.entries(known).map(([value, key]) => ({ value, label: t(key) }));
}

/** The schema of these fields: an empty one asks for everything. */
export const askSchema = (fields: readonly FieldSpec[]): z.ZodType<Answers> =>
  z.object(Object.fromEntries(fields.map(({ name }) => [name, optional(z.string().max(2000, 'too.long'))])));

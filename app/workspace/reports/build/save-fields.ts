import { z } from 'zod';
import { plainText } from '@/lib/core/entry/plain-text';
import type { Translate } from '@/lib/core/language/texts';
import { isAskable } from '@/lib/kit/reports/answers';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { reportColumns } from '@/lib/kit/reports/report-select';
import type { ReportSource } from '@/lib/kit/reports/report-source';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';

const HEADING = 'heading.';

/** The columns that can have a heading of their own: calculated ones have theirs already. */
const headed = (source: ReportSource) =>
  reportColumns(source).filter(([name]) => !source.calculated.some((one) => one.name === name));

/** The schema of the form that saves a report: its name, what it asks for and its own headings. */
export const saveFormSchema = (source: ReportSource) =>
  z.object({
    name: plainText({ max: 60 }),
    ask: definitionSchema.shape.ask,
    ...Object.fromEntries(headed(source).map(([name]) => [HEADING + name, plainText({ max: 60 }).nullish()]))
  });

/** The own headings among the values of the form. */
export const headingsIn = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(HEADING) && typeof value === 'string' ? [[name.slice(HEADING.length), value]] : []
    )
  );

/** Headings as values of the form. */
export const headingValues = (headings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headings).map(([name, heading]) => [HEADING + name, heading]));

/** The fields of the form that saves a report. */
export const saveFields = (t: Translate, source: ReportSource): FieldSpec[] =>
  constrained(saveFormSchema(source), [
    { name: 'name', label: t('report.name'), kind: 'text', half: true },
    {
      name: 'ask',
      label: t('report.ask.when'),
      hint: t('report.ask.when.hint'),
      kind: 'multi-select',
      inRow: true,
      options: Object.entries(source.listing.columns).flatMap(([name, column]) =>
        isAskable(column) && name !== source.dataSet.period ? [{ value: name, label: t(column.label) }] : []
      )
    },
    ...headed(source).map(
      ([name, column]): FieldSpec => ({
        name: HEADING + name,
        label: t('report.heading.own', { column: t(column.label) }),
        placeholder: t(column.label),
        kind: 'text',
        half: true,
        group: t('report.headings')
      })
    )
  ]);

import { z } from 'zod';
import { NO_CARD_NUMBER, plainText } from '../../core/entry/plain-text';
import type { StandardReport } from '../listing/data-set';
import { maskedQuery } from '../listing/query';
import { MOST_CALCULATED } from './calculated';
import { SHARES } from './expression';
import { MOST_CHARACTERS } from './parse-expression';
import { periodSchema } from './period';

/** The maximum number of columns of a report's file (C9.018). */
export const MOST_COLUMNS = 256;
/** The maximum number of columns that a report is grouped by. */
export const MOST_GROUPS = 3;
/** The maximum number of a report's groups of conditions of which one must hold. */
export const MOST_ANY = 5;
/** The maximum number of filters that a report asks for when it is run. */
const MOST_ASKED = 10;

const query = z.string().max(2000, 'too.long').transform(maskedQuery);

const name = z.string().min(1).max(60);

/** What a report shows, without its name and owner (C3.035). */
export const definitionSchema = z.object({
  /** The declared list that it reads. */
  dataSet: name,
  columns: z
    .array(name)
    .min(1, 'required')
    .refine(({ length }) => length <= MOST_COLUMNS, { error: 'report.columns.many', params: { most: MOST_COLUMNS } }),
  /** Its own headings by column. */
  headings: z.record(name, plainText({ max: 60 })).default({}),
  /** Search, filters and order, as in the list's address. */
  query: query.default(''),
  /** Groups of filters, as in the list's address: all of one group must hold besides the query. */
  anyOf: z.array(query).max(MOST_ANY).default([]),
  /** The columns whose filters are asked for when it is run. */
  ask: z.array(name).max(MOST_ASKED, 'too.long').default([]),
  /** Columns that are expressions over the report's amounts and numbers. */
  calculated: z
    .array(
      z.object({
        heading: plainText({ max: 60 }),
        expression: z
          .string()
          .min(1)
          .max(MOST_CHARACTERS)
          .refine(...NO_CARD_NUMBER),
        share: z.enum(SHARES).optional()
      })
    )
    .max(MOST_CALCULATED)
    .default([]),
  /** The columns whose equal values become one row, the outermost first. */
  groups: z.array(name).max(MOST_GROUPS).default([]),
  /** The column whose values become columns of each group; null: none. */
  pivot: name.nullable().default(null),
  /** Whether the largest group comes first. */
  largest: z.boolean().default(false),
  /** A period in words, which becomes days when the report runs; null: as filtered. */
  period: periodSchema.nullable().default(null)
});
export type ReportDefinition = z.output<typeof definitionSchema>;

/** The definition of a standard report. */
export const standardDefinition = (report: StandardReport): ReportDefinition => ({
  dataSet: report.list,
  columns: [...report.columns],
  headings: {},
  query: new URLSearchParams(report.query).toString(),
  anyOf: [],
  ask: [],
  calculated: [],
  groups: [...(report.groups ?? [])],
  pivot: report.pivot ?? null,
  largest: report.largest ?? false,
  period: report.period ?? null
});

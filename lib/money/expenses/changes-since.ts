import type { LineContents, ReportContents } from './report-contents';

/** The fields of a line that are compared. */
const LINE_FIELDS = [
  'merchant',
  'day',
  'expenseType',
  'amount',
  'personalAmount',
  'description',
  'details',
  'explanation',
  'statement',
  'receipts',
  'allocation'
] as const satisfies (keyof LineContents)[];
const HEAD_FIELDS = ['title', 'purpose', 'firstDay', 'lastDay'] as const satisfies (keyof ReportContents)[];

export type LineField = (typeof LINE_FIELDS)[number];
export type HeadField = (typeof HEAD_FIELDS)[number];

/** A value of a field that is not what it was. */
export interface FieldChange<Field> {
  field: Field;
  before: string | null;
  after: string | null;
}

/** A line that was added, removed or changed; `fields` are those that differ. */
export interface LineChange {
  kind: 'added' | 'removed' | 'changed';
  line: LineContents;
  fields: FieldChange<LineField>[];
}

export interface ReportChanges {
  head: FieldChange<HeadField>[];
  /** In the order of the lines, the removed ones last. */
  lines: LineChange[];
}

/** A field's value as it is compared: of receipts, each of them. */
const written = (value: string | readonly string[] | null): string | null =>
  typeof value === 'string' || value === null ? value : value.length > 0 ? value.join(' ') : null;

function differences<Record, Field extends keyof Record & string>(
  before: Record,
  after: Record,
  fields: readonly Field[]
): FieldChange<Field>[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]].map((value) => written(value as string | string[] | null));
    return was === is ? [] : { field, before: was ?? null, after: is ?? null };
  });
}

/** What of a report differs between two times: an approver looks at this first when it comes back. */
export function changesSince(before: ReportContents, after: ReportContents): ReportChanges {
  const were = new Map(before.lines.map((line) => [line.id, line]));
  const are = new Set(after.lines.map(({ id }) => id));
  const kept = after.lines.flatMap((line): LineChange[] => {
    const was = were.get(line.id);
    if (!was) return [{ kind: 'added', line, fields: [] }];
    const fields = differences(was, line, LINE_FIELDS);
    return fields.length > 0 ? [{ kind: 'changed', line, fields }] : [];
  });
  const removed = before.lines
    .filter(({ id }) => !are.has(id))
    .map((line): LineChange => ({ kind: 'removed', line, fields: [] }));
  return { head: differences(before, after, HEAD_FIELDS), lines: [...kept, ...removed] };
}

import { z } from 'zod';
import { fieldFaults } from '../../core/entry/field-faults';
import type { Refusal } from '../../core/entry/refusal';
import { hasCardNumber, withoutCardNumbers } from '../../core/secrets/card-digits';
import {
  customField,
  entryFaults,
  entrySchema,
  lineField,
  MOST_LINES,
  type RequestEntry,
  travelField
} from '../purchasing/entry';
import type { Offer } from '../purchasing/terms';
import type { BatchRow } from './file-rows';
import { COLUMN_NAMES, type Headings } from './headings';

/** A fault of a file, by row and column. */
export interface BatchFault {
  row: number;
  column: string | null;
  code: Refusal['code'];
  params?: Refusal['params'];
}

/** A request of a file, as it is to be made. */
export interface BatchRequest {
  reference: string;
  row: number;
  entry: RequestEntry;
}

/** What a file comes to. */
export interface Checked {
  requests: BatchRequest[];
  faults: BatchFault[];
}

const LONGEST_REFERENCE = 60;

/** Reads the rows of a file as requests from a template: rows of one reference are the lines of one request. */
export function checkRows(rows: readonly BatchRow[], headings: Headings, offer: Offer): Checked {
  const missing = missingHeadings(rows, headings);
  if (missing.length > 0) return { requests: [], faults: missing };
  const faults: BatchFault[] = rows.flatMap(({ row, faults: unread }) =>
    unread.map(({ heading, refusal }) => ({ row, column: heading, ...refusal }))
  );
  const groups = new Map<string, BatchRow[]>();
  for (const one of rows) {
    const reference = one.cells[headings.reference] ?? '';
    if (reference === '') faults.push({ row: one.row, column: headings.reference, code: 'required.field' });
    else if (reference.length > LONGEST_REFERENCE)
      faults.push({
        row: one.row,
        column: headings.reference,
        code: 'too.long.field',
        params: { maximum: LONGEST_REFERENCE }
      });
    else if (hasCardNumber(reference))
      faults.push({ row: one.row, column: headings.reference, code: 'card.number.refused' });
    else {
      const lines = groups.get(reference);
      if (lines) lines.push(one);
      else groups.set(reference, [one]);
    }
  }
  const unreadable = new Set(rows.filter((one) => one.faults.length > 0).map(({ row }) => row));
  const schemas = schemasByLines(offer, groups.size);
  const requests = [...groups].flatMap(([reference, lines]) => {
    const read = requestOf(reference, lines, headings, { offer, schemas });
    if ('entry' in read) return lines.some(({ row }) => unreadable.has(row)) ? [] : [read];
    faults.push(...read.faults);
    return [];
  });
  return { requests, faults: faults.sort((a, b) => a.row - b.row) };
}

type Schemas = (lines: number) => ReturnType<typeof entrySchema>;

/** From how many requests on, and up to how many lines, a compiled schema saves more time than compiling it takes. */
const COMPILED = { requests: 500, lines: 10 };

/** The schemas of requests by their number of lines: making one takes longer than reading an entry by it. */
function schemasByLines(offer: Offer, requests: number): Schemas {
  const made = new Map<number, ReturnType<typeof entrySchema>>();
  return (lines) => {
    let schema = made.get(lines);
    if (!schema) {
      schema = entrySchema(offer, lines);
      if (requests >= COMPILED.requests && lines <= COMPILED.lines) schema = z.compile(schema);
      made.set(lines, schema);
    }
    return schema;
  };
}

const NEEDED = ['reference', 'description', 'unitCost', 'limit'] as const;

function missingHeadings([first]: readonly BatchRow[], headings: Headings): BatchFault[] {
  const has = (heading: string) =>
    first !== undefined && (heading in first.cells || first.faults.some((fault) => fault.heading === heading));
  return NEEDED.filter((name) => !has(headings[name])).map((name) => ({
    row: 1,
    column: headings[name],
    code: 'import.column.missing',
    params: { value: headings[name] }
  }));
}

/** A request from the rows of one reference: what is of the whole request stands in its first row. */
function requestOf(
  reference: string,
  lines: readonly BatchRow[],
  headings: Headings,
  { offer, schemas }: { offer: Offer; schemas: Schemas }
): BatchRequest | { faults: BatchFault[] } {
  const [first] = lines as [BatchRow];
  const cell = (column: keyof Headings, at = first) => at.cells[headings[column]] || undefined;
  const faults = [...differing(lines, headings)];
  if (lines.length > MOST_LINES)
    faults.push({ row: first.row, column: null, code: 'too.many.field', params: { maximum: MOST_LINES } });
  const supplier = chosen(offer.suppliers, cell('supplier'), ({ name, merchantId }) => [name, merchantId]);
  const card = chosen(offer.realCards, cell('card'), ({ alias }) => [alias]);
  for (const [column, found] of [
    ['supplier', supplier],
    ['card', card]
  ] as const)
    if (found === undefined && cell(column) !== undefined)
      faults.push({
        row: first.row,
        column: headings[column],
        code: 'setup.reference.unknown',
        params: { value: withoutCardNumbers(cell(column) ?? '') }
      });
  const typed: Record<string, string | undefined> = {
    supplierId: supplier?.id,
    realCardId: card?.id,
    purchaseLimit: cell('limit'),
    neededBy: cell('neededBy'),
    note: cell('note'),
    invoices: cell('invoices')
  };
  for (const [index, one] of lines.slice(0, MOST_LINES).entries())
    for (const of of LINE_COLUMNS) typed[lineField(index + 1, of)] = cell(of, one);
  for (const { id, label } of offer.customFields)
    typed[customField(id)] = first.cells[label.toLowerCase()] || undefined;
  for (const section of offer.template.values.travel ?? [])
    typed[travelField(section)] = first.cells[section] || undefined;
  const read = schemas(Math.min(lines.length, MOST_LINES)).safeParse(typed, { reportInput: true });
  const refusals = read.success ? entryFaults(offer, read.data) : fieldFaults(read.error);
  if (read.success && refusals.length === 0 && faults.length === 0)
    return { reference, row: first.row, entry: read.data };
  const unread = lines.flatMap(({ row, faults: cells }) => cells.map(({ heading: column }) => ({ row, column })));
  for (const { field, code, params } of refusals) {
    const place = placeOf(field ?? '', lines, headings, offer);
    // What is not found or can't be read was said already.
    const isSaid = [...faults, ...unread].some(({ row, column }) => row === place.row && column === place.column);
    if (!isSaid) faults.push({ ...place, code, ...(params && { params }) });
  }
  return { faults };
}

/** The one that a cell names; the only one where it names none. */
function chosen<T>(all: readonly T[], named: string | undefined, namesOf: (one: T) => string[]): T | undefined {
  if (named === undefined) return all.length === 1 ? all[0] : undefined;
  return all.find((one) => namesOf(one).some((name) => name.toLowerCase() === named.toLowerCase()));
}

const LINE_COLUMNS = ['description', 'quantity', 'unitCost', 'tax'] as const;
const OF_REQUEST = COLUMN_NAMES.filter((name) => !['reference', ...LINE_COLUMNS].includes(name));

/** Cells of later rows that say something else about the request than its first row. */
const differing = ([first, ...later]: readonly BatchRow[], headings: Headings): BatchFault[] =>
  later.flatMap(({ row, cells }) =>
    OF_REQUEST.map((name) => headings[name])
      .filter((heading) => cells[heading] && cells[heading] !== first?.cells[heading])
      .map((column) => ({ row, column, code: 'batch.row.differs' as const, params: { row: first?.row ?? 0 } }))
  );

const FIELDS: Readonly<Record<string, keyof Headings>> = {
  supplierId: 'supplier',
  realCardId: 'card',
  purchaseLimit: 'limit',
  neededBy: 'neededBy',
  note: 'note',
  invoices: 'invoices'
};

/** Where the field of a form stands in a file. */
function placeOf(
  field: string,
  lines: readonly BatchRow[],
  headings: Headings,
  offer: Offer
): { row: number; column: string | null } {
  const row = lines[0]?.row ?? 0;
  const line = /^line\.(\d+)\.(description|quantity|unitCost|tax)$/.exec(field);
  if (line) return { row: lines[Number(line[1]) - 1]?.row ?? row, column: headings[line[2] as keyof Headings] };
  const own = FIELDS[field];
  if (own) return { row, column: headings[own] };
  const custom = offer.customFields.find(({ id }) => customField(id) === field);
  return { row, column: custom?.label ?? (field.startsWith('travel.') ? field.slice('travel.'.length) : null) };
}

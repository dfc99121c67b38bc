import { parse } from 'csv-parse/sync';
import type { Refusal } from '../../core/entry/refusal';
import { readNumber } from '../../core/entry/typed-number';
import type { Cell, UnusableCell } from '../../core/files/spreadsheet-cells';
import type { Locale } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import type { Entity } from './entity';
import type { Field } from './field';
import { comparable } from './fields';
import { isOfOneRecord } from './kept-secrets';
import { fieldKey, optionKey, textKey } from './texts';

/** In which language a file is written and read. */
export interface Reader {
  t: Translate;
  locale: Locale;
}

/** How a file that is brought is read. */
export interface FileReader extends Reader {
  /** Whether it keeps numbers as numbers, in no language. */
  isWorkbook: boolean;
}

/** A column of an entity's file: a field, the parent that a record is part of, or whether it is active. */
export interface FileColumn {
  name: string;
  heading: string;
  /** Other headings that it is known by. */
  known: readonly string[];
}

export const PARENT = 'parent';
export const STATUS = 'status';

/** The columns of an entity's file, in their order. */
export function fileColumns(entity: Entity, { t }: Reader, withParent: boolean): FileColumn[] {
  const { parent } = entity;
  const fields = Object.entries(entity.fields).filter(([, field]) => !isOfOneRecord(field));
  return [
    ...(withParent && parent
      ? [{ name: PARENT, heading: t(textKey({ name: parent.entity }, 'one')), known: [PARENT] }]
      : []),
    ...fields.map(([name, { label }]) => ({ name, heading: t(fieldKey(entity, name)), known: [name, label] })),
    { name: STATUS, heading: t('setup.status'), known: [STATUS] }
  ];
}

/** Which column each heading of a file names; a heading that names none, or one again, is refused. */
export function columnsOf(headings: readonly Cell[], columns: readonly FileColumn[]): (FileColumn | Refusal)[] {
  const seen = new Set<string>();
  return headings.map((heading) => {
    const named = typeof heading === 'string' ? comparable(heading.trim()) : '';
    const column = columns.find(({ heading: own, known }) => [own, ...known].some((one) => comparable(one) === named));
    if (!column || seen.has(column.name)) {
      const value = typeof heading === 'string' ? heading : '';
      return { code: column ? 'import.column.twice' : 'import.column.unknown', params: { value } };
    }
    seen.add(column.name);
    return column;
  });
}

/** The value of a cell, as the field's schema reads it, or the reason that it is invalid. */
export function typedValue(entity: Entity, name: string, cell: Cell, reader: FileReader): unknown | UnusableCell {
  const field = entity.fields[name];
  if (typeof cell !== 'string' || !field) return cell;
  return typed(entity, name, field, cell.trim(), reader);
}

/** The entries of a cell that holds several: between semicolons or on lines, in quotes where one has such a sign itself. */
function several(text: string): string[] {
  return (text.includes('"') ? unquoted(text) : text.split(/[;\n]/)).map((entry) => entry.trim()).filter(Boolean);
}

function unquoted(text: string): string[] {
  try {
    const lines: string[][] = parse(text, { delimiter: ';', trim: true, relax_quotes: true, relax_column_count: true });
    return lines.flat();
  } catch {
    // A quote that nothing closes is one of the text.
    return text.split(/[;\n]/);
  }
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function typed(
  entity: Entity,
  name: string,
  field: Field,
  text: string,
  { t, locale, isWorkbook }: FileReader
): unknown {
  const option = (word: string) =>
    Object.keys(field.options ?? {}).find((each) => same(t(optionKey(entity, name, each)), word)) ?? word;
  switch (field.type) {
    case 'whole':
    case 'decimal':
      return text === '' || (isWorkbook && PLAIN_NUMBER.test(text)) ? text : readNumber(text, locale);
    case 'choice':
      return option(text);
    case 'choices':
      return several(text).map(option);
    case 'lines':
    case 'records':
      return several(text);
    case 'yes-no':
      return same(text, t('yes')) ? true : same(text, t('no')) ? false : text;
    default:
      return text;
  }
}

const same = (a: string, b: string) => comparable(a) === comparable(b);

/** Whether a row says that its record is active; undefined when it says nothing, null when it can't be understood. */
export function activeIn(cell: Cell | undefined, { t }: Reader): boolean | undefined | null {
  if (cell === undefined || cell === '') return undefined;
  if (typeof cell !== 'string') return null;
  if (same(cell, 'active') || same(cell, t('setup.status.active'))) return true;
  return same(cell, 'inactive') || same(cell, t('setup.status.inactive')) ? false : null;
}

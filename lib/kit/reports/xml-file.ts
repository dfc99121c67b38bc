import { isoDay } from '../../core/calendar/days';
import { xmlBegin, xmlElement } from '../../core/files/xml-writer';
import { type Locale, languageTag } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import { type Column, wordOfChoice } from '../listing/listing';
import { type Filter, valuesOf } from '../listing/query';
import type { Field } from '../listing/table-file';
import type { ReportFacts } from './facts';
import { pivotParts } from './report-select';
import type { ReportSource } from './report-source';

/** The namespace of docs/report-files/report.xsd. */
const NAMESPACE = 'urn:tessera:report:1';
/** Rows are sent in parts of so many characters. */
const PART = 64 * 1024;

interface XmlReport {
  source: ReportSource;
  fields: readonly Field[];
  facts: ReportFacts;
  rows: AsyncIterable<Readonly<Record<string, unknown>>>;
  t: Translate;
  locale: Locale;
}

/**
 * A report as XML for programs, described by docs/report-files/report.xsd: an element for each row, and in it one for each
 * value, called as the column is in the product, whatever its heading.
 */
export async function* xmlOf({ source, fields, facts, rows, t, locale }: XmlReport): AsyncGenerator<Uint8Array> {
  const columns = fields.filter(({ isCurrency }) => !isCurrency);
  let waiting = beginningOf(source, columns, facts, languageTag(locale));
  for await (const row of rows) {
    const values = columns.map(({ name, column }) => elementOf(name, column, row, t)).join('');
    waiting += `<row>${values}</row>\n`;
    if (waiting.length < PART) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  yield Buffer.from(`${waiting}</rows>\n${totalsOf(facts)}\n</report>\n`);
}

function beginningOf(source: ReportSource, columns: readonly Field[], facts: ReportFacts, language: string): string {
  const { definition, query } = source;
  const filtersIn = (of: ReportSource['query']['filters']) =>
    Object.entries(of)
      .map(([column, filter]) => filterElement(column, filter))
      .join('');
  const groups = query.anyOf.map((group) => xmlElement('any', {}, { markup: filtersIn(group) }));
  const parts = new Map(pivotParts(source).map((part) => [part.name, part]));
  const described = columns.map(({ name, column, heading }) => {
    const part = parts.get(name);
    const pivot = part && {
      of: part.of,
      pivot: definition.pivot ?? '',
      ...(part.value !== null && { value: part.value })
    };
    return xmlElement('column', { name, type: column.type, heading, ...pivot });
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    xmlBegin('report', {
      xmlns: NAMESPACE,
      name: facts.name,
      dataSet: definition.dataSet,
      language,
      madeBy: facts.madeBy,
      madeAt: facts.madeAt.toISOString(),
      dataUntil: facts.until.toISOString()
    }),
    xmlElement('filters', query.text ? { search: query.text } : {}, {
      markup: filtersIn(query.filters) + groups.join('')
    }),
    xmlElement('columns', {}, { markup: described.join('') }),
    `${xmlBegin('rows')}\n`
  ].join('\n');
}

/** A filter; one with a comparison has an element for each of its values. */
function filterElement(column: string, filter: Filter): string {
  const { value: _, ...compared } = filter;
  if (!filter.is) return xmlElement('filter', { column, ...filter });
  const values = valuesOf(filter).map((value) => xmlElement('value', {}, { text: value }));
  return xmlElement('filter', { column, ...compared }, { markup: values.join('') });
}

const totalsOf = ({ count, totals }: ReportFacts): string =>
  xmlElement(
    'totals',
    { rows: count },
    { markup: totals.map(({ sum, ...of }) => xmlElement('total', of, { text: sum })).join('') }
  );

/** A value as an element; none without a value. A choice is its code, and its word in the reader's language beside it. */
function elementOf(name: string, column: Column, row: Readonly<Record<string, unknown>>, t: Translate): string {
  const value = row[name];
  if (value === null || value === undefined) return '';
  switch (column.type) {
    case 'money':
      return xmlElement(name, { currency: String(row[`${name}Currency`]) }, { text: plain(value) });
    case 'number':
      return xmlElement(name, {}, { text: plain(value) });
    case 'choice':
      return xmlElement(name, { text: wordOfChoice(t, column, value) }, { text: String(value) });
    case 'date':
      return xmlElement(name, {}, { text: isoDay(value as Date) });
    case 'date-time':
      return xmlElement(name, {}, { text: (value as Date).toISOString() });
    default:
      return xmlElement(name, {}, { text: String(value) });
  }
}

/** A number without an exponent and without zeros at its end. */
const plain = (value: unknown): string =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

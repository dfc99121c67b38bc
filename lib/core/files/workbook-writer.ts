import { Readable } from 'node:stream';
import { columnLetters } from './spreadsheet-cells';
import { xmlElement } from './xml-writer';
import { zipOf } from './zip';

/** A value of a cell. Text stays text, whatever it begins with: it is never a formula (OWASP, CSV injection). */
export type SheetValue = string | number | boolean | null;

/** The most rows that a sheet has (Excel's own limit). */
const MOST_ROWS = 1_048_576;
/** The characters that are compressed together. */
const BUFFERED = 64 * 1024;

export interface Sheet {
  /** 31 characters at most, and no other sheet's. */
  name: string;
  /** The widths of the columns, in characters. */
  widths: readonly number[];
  /** The first row, which stays in view and comes again in each further sheet that the rows need. */
  headings?: readonly string[];
  rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>;
}

/** A workbook (ISO/IEC 29500-1, SpreadsheetML), made while it is read: its rows are never all in memory. */
export const workbookOf = (sheets: readonly Sheet[], mostRows = MOST_ROWS): AsyncGenerator<Uint8Array> =>
  zipOf(async (zip) => {
    const names: string[] = [];
    for (const sheet of sheets) {
      const rows = rowsAhead(sheet.rows);
      try {
        for (let part = 1; part === 1 || rows.hasMore(); part++) {
          names.push(part === 1 ? sheet.name : `${sheet.name.slice(0, 27)}_${part}`);
          const isFirst = names.length === 1;
          await zip.add(`xl/worksheets/sheet${names.length}.xml`, bytesOf(sheetXml(sheet, rows, mostRows, isFirst)));
        }
      } finally {
        await rows.end();
      }
    }
    for (const [name, xml] of partsAbout(names)) await zip.add(name, bytesOf([`${DECLARATION}${xml}`]));
  });

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts beside the sheets. */
function partsAbout(names: readonly string[]): [name: string, xml: string][] {
  const numbers = names.map((_, at) => at + 1);
  const relation = (id: number, type: string, target: string) =>
    xmlElement('Relationship', { Id: `rId${id}`, Type: `${OFFICE}/${type}`, Target: target });
  const relations = (...markup: string[]) =>
    xmlElement('Relationships', { xmlns: RELATIONS }, { markup: markup.join('') });
  const part = (name: string, type: string) =>
    xmlElement('Override', { PartName: name, ContentType: `${TYPES}.${type}+xml` });
  return [
    [
      'xl/workbook.xml',
      xmlElement(
        'workbook',
        { xmlns: MAIN, 'xmlns:r': OFFICE },
        {
          markup: xmlElement(
            'sheets',
            {},
            {
              markup: numbers
                .map((id) => xmlElement('sheet', { name: names[id - 1], sheetId: id, 'r:id': `rId${id}` }))
                .join('')
            }
          )
        }
      )
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...numbers.map((id) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`)),
        relation(names.length + 1, 'styles', 'styles.xml')
      )
    ],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      xmlElement(
        'Types',
        { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' },
        {
          markup: [
            xmlElement('Default', {
              Extension: 'rels',
              ContentType: 'application/vnd.openxmlformats-package.relationships+xml'
            }),
            xmlElement('Default', { Extension: 'xml', ContentType: 'application/xml' }),
            part('/xl/workbook.xml', 'sheet.main'),
            part('/xl/styles.xml', 'styles'),
            ...numbers.map((id) => part(`/xl/worksheets/sheet${id}.xml`, 'worksheet'))
          ].join('')
        }
      )
    ]
  ];
}

/** The one style that every cell has. */
const STYLES = xmlElement(
  'styleSheet',
  { xmlns: MAIN },
  {
    markup:
      '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
  }
);

/** One sheet with as many of the rows that are left as it holds. */
async function* sheetXml(
  { widths, headings }: Sheet,
  rows: RowsAhead,
  mostRows: number,
  isSelected: boolean
): AsyncGenerator<string> {
  const columns = widths.map((width, at) => xmlElement('col', { min: at + 1, max: at + 1, width, customWidth: 1 }));
  const pane = headings ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const view = xmlElement('sheetView', { workbookViewId: 0, tabSelected: isSelected ? 1 : null }, { markup: pane });
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews>`;
  if (columns.length > 0) yield `<cols>${columns.join('')}</cols>`;
  yield '<sheetData>';
  const letters = Array.from({ length: widths.length }, (_, at) => columnLetters(at + 1));
  let number = 0;
  if (headings) yield rowXml(++number, headings, letters);
  while (number < mostRows) {
    const row = await rows.next();
    if (!row) break;
    yield rowXml(++number, row, letters);
  }
  await rows.look();
  yield '</sheetData></worksheet>';
}

function rowXml(number: number, values: readonly SheetValue[], letters: readonly string[]): string {
  let xml = `<row r="${number}">`;
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const place = `r="${letters[at] ?? columnLetters(at + 1)}${number}"`;
    if (typeof value === 'string')
      xml += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${cellText(value)}</t></is></c>`;
    else if (typeof value === 'boolean') xml += `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`;
    else xml += `<c ${place}><v>${value}</v></c>`;
  }
  return `${xml}</row>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_' };

/** A text without what XML 1.0 can't hold, and no longer than a cell may be. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '').slice(0, 32_767);

/** A text of a cell as XML: what looks like an escape of Office's own is escaped (ISO/IEC 29500-1 §22.9.2.19). */
const cellText = (text: string): string =>
  writable(text)
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (mark) => MARKS[mark] ?? '');

interface RowsAhead {
  /** The next row; undefined: there is none. */
  next: () => Promise<readonly SheetValue[] | undefined>;
  /** Reads one ahead, so that `hasMore` knows. */
  look: () => Promise<void>;
  hasMore: () => boolean;
  /** Nothing more is read. */
  end: () => Promise<void>;
}

function rowsAhead(rows: Sheet['rows']): RowsAhead {
  const reader = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: readonly SheetValue[] | undefined;
  const read = async () => {
    const { done, value } = await reader.next();
    return done ? undefined : value;
  };
  return {
    async next() {
      const row = ahead ?? (await read());
      ahead = undefined;
      return row;
    },
    async look() {
      ahead ??= await read();
    },
    hasMore: () => ahead !== undefined,
    async end() {
      await reader.return?.();
    }
  };
}

/** Texts as the bytes of one part, some thousands of characters at a time. */
function bytesOf(texts: Iterable<string> | AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* chunks() {
    let text = '';
    for await (const more of texts) {
      text += more;
      if (text.length < BUFFERED) continue;
      yield encoder.encode(text);
      text = '';
    }
    if (text) yield encoder.encode(text);
  }
  return Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>;
}

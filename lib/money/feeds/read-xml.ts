import { SaxesParser } from 'saxes';
import { z } from 'zod';
import type { TextKey } from '../../core/language/text-key';
import { type FileRecord, LONGEST_RECORD } from './record';
import { UnreadableFile } from './unreadable';

const DEEPEST = 64;
/** The maximum number of characters without a tag. */
const MOST_PENDING = 2 ** 20;

/**
 * The location of a source in the document: `A/B` and `A/@b` below the record, `^A/B` below an element A around the
 * record, `/A/B` anywhere, as trailers are read.
 */
interface XmlPlace {
  within: 'record' | 'around' | 'document';
  path: string;
  /** Of `around`: the element. Other kinds have an empty name, which no element has. */
  element: string;
}

const placeOf = (source: string): XmlPlace => {
  if (source.startsWith('/')) return { within: 'document', path: source.slice(1), element: '' };
  if (!source.startsWith('^')) return { within: 'record', path: source, element: '' };
  const [element = '', ...rest] = source.slice(1).split('/');
  return { within: 'around', path: rest.join('/'), element };
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields the records of an XML file, and at its end one more with the values of the document as a whole. It reads only
 * elements, attributes and text; a document type, which could expand without end or load files, is refused. @throws
 * UnreadableFile
 */
export async function* xmlRecords(
  element: string,
  sources: readonly string[],
  text: AsyncIterable<string>
): AsyncGenerator<FileRecord[]> {
  const places = sources.map(placeOf);
  const reader = new RecordReader(element, places);
  for await (const slice of text) {
    reader.write(slice);
    yield reader.taken();
  }
  reader.close();
  const last = reader.taken();
  const summary = reader.summary();
  yield summary ? [...last, summary] : last;
}

class RecordReader {
  private readonly parser = new SaxesParser({ position: false });
  private readonly stack: string[] = [];
  private readonly around = new Map<string, string>();
  private readonly document = new Map<string, string>();
  private leaves: Record<string, string> = {};
  private size = 0;
  private text = '';
  /** The depth of the record's element; 0 outside of records. */
  private depth = 0;
  private records: FileRecord[] = [];
  private count = 0;
  /** The number of tags so far, and of characters since the last slice with one. */
  private seen = 0;
  private pending = 0;

  constructor(
    private readonly element: string,
    private readonly places: readonly XmlPlace[]
  ) {
    const refuse = (code: TextKey) => {
      throw new UnreadableFile({ code, params: { record: this.count + 1 } });
    };
    this.parser.on('error', () => refuse('feed.xml.malformed'));
    this.parser.on('doctype', () => refuse('feed.xml.doctype'));
    this.parser.on('opentag', ({ name, attributes }) =>
      this.open(localName(name), attributes as Record<string, string>)
    );
    this.parser.on('text', (text) => this.add(text));
    this.parser.on('cdata', (text) => this.add(text));
    this.parser.on('closetag', ({ name }) => this.shut(localName(name)));
  }

  write(slice: string): void {
    const before = this.seen;
    this.parser.write(slice);
    // An endless tag, text or comment would fill the memory.
    this.pending = this.seen === before ? this.pending + slice.length : 0;
    if (this.pending > MOST_PENDING) this.tooLong();
  }

  close(): void {
    this.parser.close();
  }

  taken(): FileRecord[] {
    const { records } = this;
    this.records = [];
    return records;
  }

  /** The values found outside of records. */
  summary(): FileRecord | null {
    if (!this.places.some(({ within }) => within === 'document')) return null;
    const cells = this.places.map((place) => (place.within === 'document' ? this.document.get(place.path) : undefined));
    return { number: this.count + 1, cells, raw: '', summary: true };
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.seen++;
    if (this.stack.push(name) > DEEPEST)
      throw new UnreadableFile({ code: 'feed.xml.malformed', params: { record: this.count + 1 } });
    this.text = '';
    if (this.depth === 0) {
      this.forget(name);
      if (name === this.element) {
        this.depth = this.stack.length;
        this.leaves = {};
        this.size = 0;
      }
    }
    for (const [attribute, value] of Object.entries(attributes)) this.found(value, `@${localName(attribute)}`);
  }

  private forget(name: string): void {
    for (const { element, path } of this.places) if (element === name) this.around.delete(`${element}/${path}`);
  }

  private add(text: string): void {
    this.text += text;
    if (this.text.length > LONGEST_RECORD) this.tooLong();
  }

  private shut(name: string): void {
    this.seen++;
    const text = this.text.trim();
    if (text !== '') this.found(text);
    this.text = '';
    if (this.depth === this.stack.length) this.emit();
    this.stack.pop();
    // An element's values apply only within it.
    if (this.depth === 0) this.forget(name);
  }

  /** Stores a text or an attribute at the current location. */
  private found(value: string, ...attribute: string[]): void {
    const pathFrom = (depth: number) => [...this.stack.slice(depth), ...attribute].join('/');
    if (this.depth > 0) {
      const path = pathFrom(this.depth);
      this.size += path.length + value.length;
      if (this.size > LONGEST_RECORD) this.tooLong();
      if (!Object.hasOwn(this.leaves, path)) this.leaves[path] = value;
      return;
    }
    for (const { within, element, path } of this.places) {
      const at = this.stack.lastIndexOf(element);
      if (within === 'document' && `/${pathFrom(0)}`.endsWith(`/${path}`)) this.document.set(path, value);
      if (at >= 0 && pathFrom(at + 1) === path) this.around.set(`${element}/${path}`, value);
    }
  }

  private emit(): void {
    this.count++;
    const around = Object.fromEntries([...this.around].map(([path, value]) => [`^${path}`, value]));
    const leaves = { ...this.leaves, ...around };
    this.records.push(recordOf(leaves, this.places, this.count));
    this.depth = 0;
  }

  private tooLong(): never {
    throw new UnreadableFile({ code: 'feed.record.endless', params: { record: this.count + 1 } });
  }
}

function recordOf(leaves: Record<string, string>, places: readonly XmlPlace[], number: number): FileRecord {
  const cells = places.map(({ within, path, element }) => {
    const key = within === 'record' ? path : `^${element}/${path}`;
    return Object.hasOwn(leaves, key) ? leaves[key] : undefined;
  });
  return { number, cells, raw: JSON.stringify(leaves) };
}

const leavesSchema = z.record(z.string(), z.string());

/** The values of a stored record; null if the stored text is not that of an XML file. */
function leavesOf(raw: string): Record<string, string> | null {
  try {
    return leavesSchema.parse(JSON.parse(raw));
  } catch {
    return null;
  }
}

/** Reads a record again from its stored text. @throws UnreadableFile if its file was not XML */
export function xmlRecordAgain(raw: string, sources: readonly string[], number: number): FileRecord {
  const leaves = leavesOf(raw);
  if (!leaves) throw new UnreadableFile({ code: 'feed.xml.malformed', params: { record: number } });
  return recordOf(leaves, sources.map(placeOf), number);
}

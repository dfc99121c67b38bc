import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Refusal } from '../entry/refusal';
import type { TextKey } from '../language/text-key';

/** The maximum size of an uploaded file in bytes: 4 MB (CD.12). */
export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;
/** The maximum unpacked size of a file, and the maximum ratio of one part: sheets reach 40 to 1. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const MAX_RATIO = 100;
const SMALL_PART_BYTES = 1024 * 1024;
const MAX_PARTS = 500;

/** Thrown while a spreadsheet is read: it is not taken at all, and why. */
export class SpreadsheetRefused extends Error {
  readonly refusal: Refusal;
  constructor(code: TextKey, params?: Refusal['params']) {
    super(code);
    this.refusal = { code, field: 'file', ...(params && { params }) };
  }
}

/** Parts that a list of values has no use for, and that carry programs, other documents or addresses to fetch from. */
const DANGEROUS: [pattern: RegExp, code: TextKey][] = [
  [/vba(project|data)|macrosheets\/|dialogsheets\/|activex\/|xl\/custom(ui|ui14)\//i, 'spreadsheet.macros'],
  [/externallinks\/|xl\/connections\.xml|querytables\//i, 'spreadsheet.external.links'],
  [/embeddings\/|\.(zip|xls[a-z]?|docx?|pptx?|exe|dll|js|7z|rar|gz)$/i, 'spreadsheet.embedded.files']
];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** The parts of an xlsx file (ISO/IEC 29500-2): none is unpacked before its size is known to be bearable. */
export class SpreadsheetPackage {
  private constructor(
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>
  ) {}

  /** @throws SpreadsheetRefused if the file is no xlsx file, is too large, or contains more than cells */
  static async open(bytes: Uint8Array): Promise<SpreadsheetPackage> {
    if (bytes.byteLength > MAX_UPLOAD_BYTES) throw new SpreadsheetRefused('file.too.large', { megabytes: 4 });
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The old format of Office, which still wraps a workbook with a password (MS-CFB).
    if (buffer.subarray(0, 4).toString('hex') === 'd0cf11e0') throw new SpreadsheetRefused('spreadsheet.old.or.locked');
    try {
      const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
      const opened = new SpreadsheetPackage(zip, await partsOf(zip));
      await opened.checkContentType();
      return opened;
    } catch (error) {
      throw error instanceof SpreadsheetRefused ? error : new SpreadsheetRefused('spreadsheet.not.xlsx');
    }
  }

  /** The text of a part, in pieces; null when there is none of that name. */
  async text(name: string): Promise<AsyncGenerator<string> | null> {
    const part = this.parts.get(name.toLowerCase());
    return part ? textOf(this.zip, part) : null;
  }

  /** The whole text of a small part. */
  async smallText(name: string): Promise<string> {
    const part = this.parts.get(name.toLowerCase());
    if (!part) throw new SpreadsheetRefused('spreadsheet.not.xlsx');
    if (part.uncompressedSize > SMALL_PART_BYTES * 4) throw new SpreadsheetRefused('spreadsheet.too.large.unpacked');
    let text = '';
    for await (const piece of textOf(this.zip, part)) text += piece;
    return text;
  }

  private async checkContentType(): Promise<void> {
    // Of the parts that are there: some programs also name the types of extensions that no part has.
    const types = [...(await this.smallText('[Content_Types].xml')).matchAll(/<(?:\w+:)?Override\b[^>]*>/g)].map(
      String
    );
    if (types.some((type) => /macroEnabled/i.test(type))) throw new SpreadsheetRefused('spreadsheet.macros');
    if (!types.some((type) => type.includes(XLSX))) throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  }
}

/** Whether a zip is an xlsx file, be it one that isn't taken. */
export function isSpreadsheet(bytes: Uint8Array): Promise<boolean> {
  return SpreadsheetPackage.open(bytes).then(
    () => true,
    (error) => error instanceof SpreadsheetRefused && error.refusal.code !== 'spreadsheet.not.xlsx'
  );
}

async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    const danger = DANGEROUS.find(([pattern]) => pattern.test(name));
    if (danger) throw new SpreadsheetRefused(danger[1]);
    unpacked += entry.uncompressedSize;
    const bomb = entry.uncompressedSize > SMALL_PART_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO;
    if (bomb || unpacked > MAX_UNPACKED_BYTES || parts.size >= MAX_PARTS)
      throw new SpreadsheetRefused('spreadsheet.too.large.unpacked');
    // Two parts of one name are read by one program as this, by another as that.
    if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod) || parts.has(name))
      throw new SpreadsheetRefused('spreadsheet.not.xlsx');
    parts.set(name, entry);
  }
  return parts;
}

async function* textOf(zip: ZipFile, part: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    // The stream fails when the part is longer than it said.
    const stream = await zip.openReadStreamPromise(part, {});
    for await (const chunk of stream) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof SpreadsheetRefused ? error : new SpreadsheetRefused('spreadsheet.not.xlsx');
  }
}

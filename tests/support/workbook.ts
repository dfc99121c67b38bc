import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive (APPNOTE.TXT 6.3) made by hand, so that a test can make one that lies. */
export function aZip(
  parts: Record<string, string | Buffer>,
  { claimedSize }: { claimedSize?: (name: string, size: number) => number } = {}
): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize?.(name, plain.length) ?? plain.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, title]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook of one sheet, with `rows` as its sheetData; other parts can be put in or over. */
export function workbookParts(
  rows: string,
  { strings = '', styles = '' }: { strings?: string; styles?: string } = {}
): Record<string, string> {
  return {
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>${styles && `<Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/>`}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    ...(styles && { 'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` })
  };
}

const escaped = (text: string) => text.replace(/[<&]/g, (mark) => (mark === '<' ? '&lt;' : '&amp;'));

/** An xlsx file with these rows of text, the first one the headings. */
export function aWorkbook(rows: readonly (readonly string[])[]): Buffer {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`).join('');
  return aZip(workbookParts(rows.map((row, at) => `<row r="${at + 1}">${cells(row)}</row>`).join('')));
}

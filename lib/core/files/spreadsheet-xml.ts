import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { SpreadsheetRefused } from './spreadsheet-package';

/** The events of reading a part: elements by their names without prefix. */
export interface Listener {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * A strict parser of one part, fed piece by piece. Entities beyond the five of XML are not expanded, and a
 * document type is refused, so that no text can grow or fetch anything.
 */
export function partParser(listener: Listener): { write(piece: string): void; close(): void } {
  const parser = new SaxesParser<{ xmlns: false }>();
  parser.on('doctype', () => {
    throw new SpreadsheetRefused('spreadsheet.not.xlsx');
  });
  if (listener.open) {
    const open = listener.open.bind(listener);
    parser.on('opentag', (tag: SaxesTagPlain) => open(localName(tag.name), tag.attributes));
  }
  if (listener.text) parser.on('text', listener.text.bind(listener));
  if (listener.close) {
    const close = listener.close.bind(listener);
    parser.on('closetag', (tag: SaxesTagPlain) => close(localName(tag.name)));
  }
  const guarded = (step: () => void) => {
    try {
      step();
    } catch (error) {
      throw error instanceof SpreadsheetRefused ? error : new SpreadsheetRefused('spreadsheet.not.xlsx');
    }
  };
  return {
    write: (piece) => guarded(() => parser.write(piece)),
    close: () => guarded(() => parser.close())
  };
}

/** Reads a small part at once. */
export function parsePart(text: string, listener: Listener): void {
  const parser = partParser(listener);
  parser.write(text);
  parser.close();
}

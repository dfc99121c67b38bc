import { execFile } from 'node:child_process';

/** A PDF as an independent reader sees it. */
interface ReadPdf {
  info: Record<string, unknown>;
  isTagged: boolean;
  preferences: Record<string, unknown> | null;
  pages: {
    /** Each text with the place where it ends. */
    texts: { text: string; end: number }[];
    text: string;
    /** `Table(THead(TR(TH TH)))` */
    structure: string;
    size: [number, number];
  }[];
}

/** Reads a PDF by pdf.js. */
export const readPdf = (bytes: Uint8Array): Promise<ReadPdf> =>
  new Promise((resolve, reject) => {
    const reader = execFile(
      process.execPath,
      ['tests/support/read-pdf.mjs'],
      { maxBuffer: 64 * 1024 ** 2 },
      (error, output) => (error ? reject(error) : resolve(JSON.parse(output)))
    );
    reader.stdin?.end(bytes);
  });

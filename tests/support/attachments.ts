import { randomBytes } from 'node:crypto';

const PNG_START = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);
const STARTS = {
  png: PNG_START,
  jpg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  pdf: Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'latin1')
};

/** The content of a receipt, different from any other one. */
export const aReceipt = (kind: keyof typeof STARTS = 'png', size = 100): Buffer =>
  Buffer.concat([STARTS[kind], randomBytes(Math.max(0, size - STARTS[kind].length))]);

/** A file as a form brings it. */
export const sentFile = (bytes: Uint8Array, name = 'receipt.png') => new File([new Uint8Array(bytes)], name);

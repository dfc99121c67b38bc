import type { EvidenceReceipt } from './evidence';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf'
};
/** The most characters that a name keeps of what its owner called the file. */
const KEPT = 60;

/**
 * Where a receipt is in a bundle: `receipts/003-02-taxi.png` is the second file of the third line. The numbers make it
 * unique; the rest has letters of ASCII, digits, dots and dashes alone, which every system unpacks as they are.
 * @param at which file of its line it is: the first is 1
 */
export function pathInBundle({ line, name, mediaType }: EvidenceReceipt, at: number): string {
  const word = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, KEPT)
    .replaceAll(/^-|-$/g, '');
  const number = `${String(line.number).padStart(3, '0')}-${String(at).padStart(2, '0')}`;
  return `receipts/${[number, word].filter(Boolean).join('-')}.${EXTENSIONS[mediaType] ?? 'bin'}`;
}

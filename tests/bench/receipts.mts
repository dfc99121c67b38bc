// node --import tsx tests/bench/receipts.mts: reads generated receipts in six languages, and counts what is found on them.
import { evidenceOn } from '@/lib/money/reading/evidence';
import { findAmount } from '@/lib/money/reading/find-amount';
import { closeReading, readFile } from '@/lib/money/reading/read-file';
import type { Word } from '@/lib/money/reading/words';
import { LANGUAGES, type Language, PHOTOS, type PrintedReceipt, receiptCorpus } from '../support/receipt-corpus';
import { aPhoto } from '../support/receipt-pictures';

const EACH = Number(process.env.BENCH_RECEIPTS || 20);

interface Read {
  receipt: PrintedReceipt;
  words: Word[];
  millis: number;
}

const corpus = receiptCorpus(EACH, Number(process.env.BENCH_SEED || 7));
const read: Read[] = [];
for (const language of LANGUAGES)
  for (const [at, receipt] of corpus.filter((one) => one.language === language).entries()) {
    const photo = await aPhoto(receipt.lines, PHOTOS[at % PHOTOS.length]);
    const begun = performance.now();
    const words = await readFile(photo, 'image/jpeg').catch(() => []);
    read.push({ receipt, words, millis: performance.now() - begun });
  }
await closeReading();

const foundOn = ({ receipt: { amount, day, merchant }, words }: Read) =>
  evidenceOn(words, { amount, billedAmount: amount, transactionDate: day, merchantName: merchant });
const countOf = (reads: readonly Read[], part: 'amount' | 'day' | 'merchant') =>
  `${reads.filter((one) => foundOn(one)[part]).length}/${reads.length}`;
const sorted = (reads: readonly Read[]) => reads.map(({ millis }) => millis).sort((a, b) => a - b);

function row(name: Language | 'all', reads: readonly Read[]): void {
  const millis = sorted(reads);
  const at = (share: number) => `${((millis[Math.floor((millis.length - 1) * share)] as number) / 1_000).toFixed(1)} s`;
  const found = (['amount', 'day', 'merchant'] as const).map((part) => countOf(reads, part));
  console.log(`| ${[name, ...found, at(0.5), at(0.95)].join(' | ')} |`);
}

console.log('| language | amount | day | merchant | median | p95 |\n| - | - | - | - | - | - |');
for (const language of LANGUAGES)
  row(
    language,
    read.filter(({ receipt }) => receipt.language === language)
  );
row('all', read);
const wrong = read.flatMap(({ receipt, words }) =>
  corpus
    .filter(({ amount }) => !receipt.said.includes(amount))
    .map(({ amount }) => findAmount(words, amount).length > 0)
);
console.log(`a wrong amount is found on ${wrong.filter(Boolean).length} of ${wrong.length} pairs`);

import type { Word } from './words';

/** The most words that an amount is spread over: `EUR 1 234,50`. */
const MOST_WORDS = 4;
/** Digits in groups of three or without groups, and decimals, whose point may have been too faint to be read. */
const NUMBER = /^(\d{1,3}(?:[ .,'’]\d{3})+|\d+)(?:([., ])(\d{2}|-{1,2}))?$/;
/** What may stand around an amount: a currency, a colon, a sign of equality. */
const AROUND = /^[^\d]{0,6}|[^\d-]{0,6}$/g;
const MARKED = /[€$£¥]|\b(?:aud|cad|chf|czk|dkk|eur|gbp|hkd|isk|jpy|kr|nok|nzd|pln|sek|sgd|thb|usd|zl)\b/i;
/** Without decimals and without a currency, a number from here on is taken for an amount. */
const LEAST_BARE = 1_000;

/**
 * The words that say an amount, as people write it in any of our languages; empty if none does. A whole amount without
 * decimals counts if a currency stands on its line or it is large: small numbers are all over a receipt.
 */
export function findAmount(words: readonly Word[], amount: string): readonly Word[] {
  const wanted = Number(amount);
  for (const [start, first] of words.entries())
    for (let length = 1; length <= MOST_WORDS; length++) {
      const run = words.slice(start, start + length);
      if (run.length < length || run.some(({ line }) => line !== first.line)) break;
      if (saysAmount(run, wanted, words)) return run;
    }
  return [];
}

function saysAmount(run: readonly Word[], wanted: number, words: readonly Word[]): boolean {
  const text = run
    .map((word) => word.text)
    .join(' ')
    // A point that was read as a word of its own.
    .replace(/(\d)\s?([.,])\s(\d{2})$/, '$1$2$3')
    .replace(AROUND, '');
  const [, whole, point, decimals] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return false;
  const units = Number(whole.replace(/\D/g, ''));
  const isMarked = () =>
    MARKED.test(
      words
        .filter(({ line }) => line === run[0]?.line)
        .map((word) => word.text)
        .join(' ')
    );
  if (point) {
    const isSaid = Math.abs(units + Number(decimals?.replace(/\D/g, '') || 0) / 100 - wanted) < 0.005;
    return isSaid && (point !== ' ' || isMarked());
  }
  return units === wanted && (wanted >= LEAST_BARE || isMarked());
}

/** Every amount with decimals that the words say, as decimal numbers, each once. */
export function amountsOn(words: readonly Word[]): string[] {
  const found = words.flatMap(({ text }) => {
    const [, whole, point, decimals] = NUMBER.exec(text.replace(AROUND, '')) ?? [];
    return whole && point && point !== ' ' && /^\d\d$/.test(decimals ?? '')
      ? [`${Number(whole.replace(/\D/g, ''))}.${decimals}`]
      : [];
  });
  return [...new Set(found)];
}

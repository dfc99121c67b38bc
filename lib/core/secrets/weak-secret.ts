/** Parts of examples in documents, of this product's tests and of what people type to get on. */
const KNOWN =
  /change.?me|replace.?(me|this)|secret|password|passwort|example|tessera|tests.?only|qwerty|asdfgh|12345678/i;

/**
 * The fault of a secret, as the end of "NAME …", or null. Length alone says little: examples, repetitions and
 * rows of neighbours are long as well. `leastBits` is estimated by how often each character is there: 32 hexadecimal
 * digits by chance have 105 or more.
 */
export function weaknessOf(secret: string, leastBits: number): string | null {
  if (KNOWN.test(secret)) return 'holds a well-known word or row: use random characters (openssl rand -base64 32)';
  if (distinctShare(secret) < 0.75) return 'repeats itself: use random characters (openssl rand -base64 32)';
  if (neighbourShare(secret) > 0.5) return 'runs along a row of characters: use random ones (openssl rand -base64 32)';
  if (entropy(secret) * secret.length < leastBits)
    return 'has too few different characters: use random ones (openssl rand -base64 32)';
  return null;
}

/** How many of its runs of three characters are there once only, as a share of 1. */
function distinctShare(text: string): number {
  const runs = Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
  return new Set(runs).size / runs.length;
}

/** How many characters are the same as the one before or its neighbour in the alphabet, as a share of 1. */
function neighbourShare(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const near = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return near.length / text.length;
}

/** Bits a character, by how often each is there (Shannon). */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

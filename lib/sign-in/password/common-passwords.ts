import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set<string>(dictionary['passwords-common'] as string[]);

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't'
};

/**
 * Whether a password, apart from capitals, digits and signs, is one of the tens of thousands most used (NIST SP 800-63B
 * section 3.1.1.2): guessing tries `P4ssw0rd-2026` like `password`.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const letters = lower.replace(/\P{L}/gu, '');
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const readable = Array.from(bare, (sign) => LOOKALIKES[sign] ?? sign)
    .join('')
    .replace(/\P{L}/gu, '');
  return [lower, letters, bare, readable].some((guess) => guess.length > 3 && common.has(guess));
}

import { randomInt } from 'node:crypto';

let last = randomInt(1_000_000) * 1000;

/** A card number that was never given before in this process, with its check digit worked out here a second time. */
export function aCardNumber(): string {
  const digits = `5${String(++last).padStart(14, '0')}`;
  const sum = [...digits].reduce((total, character, at) => {
    const digit = Number(character) * (at % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

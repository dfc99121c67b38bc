import fc from 'fast-check';
import {
  cardNumberHash,
  cardNumberSchema,
  checkDigit,
  isCardNumber,
  maskedCardNumber,
  protectCardNumber,
  readCardNumber
} from '@/lib/structure/card-number';
import { useDatabase } from '../support/module-world';

useDatabase();

const digits = (length: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 9 }), length).map((list) => list.join(''));
const anyCardNumber = digits({ minLength: 11, maxLength: 18 }).map((start) => start + checkDigit(start));
const [ISSUER, ACCOUNT, OTHER] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string
];

test('C5.030 C9.009 a card number has 12 to 19 digits and ends with its check digit', () => {
  // Published test numbers of the card schemes.
  for (const known of ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'])
    expect(isCardNumber(known)).toBe(true);
  for (const length of [11, 12, 19, 20]) {
    const start = '4000000000000000000000'.slice(0, length - 1);
    expect(isCardNumber(start + checkDigit(start))).toBe(length >= 12 && length <= 19);
  }
  fc.assert(
    fc.property(anyCardNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
      const at = place % number.length;
      const wrong = number.slice(0, at) + ((Number(number[at]) + change) % 10) + number.slice(at + 1);
      expect([isCardNumber(number), isCardNumber(wrong)]).toEqual([true, false]);
    })
  );
});

test('C5.030 spaces and hyphens may be typed between the digits, and nothing else', () => {
  expect(cardNumberSchema.parse(' 4111 1111-1111 1111 ')).toBe('4111111111111111');
  for (const typed of ['4111.1111.1111.1111', '4111111111111112', '٤١١١١١١١١١١١١١١١', '4111 1111'])
    expect(cardNumberSchema.safeParse(typed).error?.issues[0]?.message).toBe('card.number.invalid');
  expect(cardNumberSchema.safeParse('  ').error?.issues[0]?.message).toBe('required');
});

test('a card number is kept unreadable, comes back for its own account only, and is found by its hash', () => {
  const number = '5555555555554444';
  const kept = protectCardNumber(ISSUER, ACCOUNT, number);
  expect(readCardNumber(ISSUER, ACCOUNT, kept.cardNumberEncrypted)).toBe(number);
  expect(() => readCardNumber(ISSUER, OTHER, kept.cardNumberEncrypted)).toThrow();
  expect(() => readCardNumber(OTHER, ACCOUNT, kept.cardNumberEncrypted)).toThrow();
  expect(Buffer.from(kept.cardNumberEncrypted).includes(number)).toBe(false);
  expect(kept.cardNumberHash).toEqual(cardNumberHash(number));
  expect(kept.cardNumberHash).toHaveLength(32);
  expect(maskedCardNumber(kept.lastFour)).toBe('•••• 4444');
});

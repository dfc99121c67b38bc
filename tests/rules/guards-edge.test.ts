import { hasAntiForgeryToken } from '@/lib/core/http/anti-forgery';
import { checkDigit, withoutCardNumbers } from '@/lib/core/secrets/card-digits';

const TOKEN = 'AbcdefghijKLMNOP1234';
const sent = (header: string, twin: string) => new Headers({ 'x-csrf-token': header, 'x-xsrf-token': twin });

test('C7.011 P7.002 the header and its twin are each compared with the cookie', () => {
  const other = [...TOKEN].reverse().join('');
  expect(hasAntiForgeryToken(sent(TOKEN, TOKEN), TOKEN)).toBe(true);
  for (const [header, twin] of [
    [other, TOKEN],
    [TOKEN, other],
    ['', TOKEN],
    [TOKEN, '']
  ] as const)
    expect(hasAntiForgeryToken(sent(header, twin), TOKEN)).toBe(false);
});

test('P9.011 an anti-forgery value has 20 characters, neither 19 nor 21, of letters and digits', () => {
  for (const value of [TOKEN.slice(1), `${TOKEN}5`, `${TOKEN.slice(1)}-`, `${TOKEN.slice(1)}é`, `${TOKEN}\n`])
    expect([value, isTaken(value)]).toEqual([value, false]);
  expect(isTaken(TOKEN)).toBe(true);
});

const isTaken = (value: string) =>
  hasAntiForgeryToken({ get: () => value } as Pick<Headers, 'get'> as Headers, value, undefined);

test('C9.009 numbers of every scheme are masked, those that begin with 2 too, and numbers of no card are left', () => {
  const numbered = (first: string) => {
    const digits = `${first}2300004840001`.slice(0, 15);
    return digits + checkDigit(digits);
  };
  for (const first of ['22', '27', '37', '41', '55', '60']) {
    const number = numbered(first);
    expect(withoutCardNumbers(`card ${number} used`)).toBe(`card ••••${number.slice(-4)} used`);
  }
  expect(withoutCardNumbers('2223000048400011')).toBe('••••0011');
  for (const first of ['01', '12', '71', '82', '93']) expect(withoutCardNumbers(numbered(first))).toBe(numbered(first));
});

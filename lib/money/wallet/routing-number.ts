/** The first two digits that the American Bankers Association gives out. */
const BEGINNINGS = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;
const WEIGHTS = [3, 7, 1];

/** Whether nine digits are the routing number of a US bank: its beginning is given out, and its check digit is right. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || !BEGINNINGS.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at % 3] as number), 0);
  return sum % 10 === 0;
}

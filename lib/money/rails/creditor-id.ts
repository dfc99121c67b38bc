import { remainderBy97 } from '../wallet/iban';

/**
 * Whether a text is a SEPA creditor identifier: a country, two check digits, a business code that they leave out, and
 * the country's own number (EPC262-08).
 */
export const isCreditorId = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text) && remainderBy97(text.slice(7) + text.slice(0, 4)) === 1;

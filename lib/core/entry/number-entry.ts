import { z } from 'zod';
import { NUMBER } from './typed-number';

interface Bounds {
  min?: number | string;
  max?: number | string;
  /** More than zero. */
  positive?: boolean;
  nonZero?: boolean;
}

/** The fault of a number as a message key with its parameters; null for a valid one (C5.073). */
function faultOf(text: string, { min, max, positive, nonZero }: Bounds): [string, object?] | undefined {
  if (positive && compare(text, '0') <= 0) return ['number.not.positive'];
  if (nonZero && compare(text, '0') === 0) return ['number.zero'];
  if (min !== undefined && compare(text, String(min)) < 0) return ['number.too.small', { minimum: min }];
  if (max !== undefined && compare(text, String(max)) > 0) return ['number.too.large', { maximum: max }];
}

const entry = z.union([z.string(), z.number()], 'required').transform((value) => String(value).trim());

/** A whole number, typed or already one. */
export function wholeNumber(bounds: Bounds = {}) {
  const read = entry.transform((text, context) => {
    const fault: [string, object?] | undefined = !NUMBER.test(text)
      ? ['number.invalid']
      : !/^[+-]?\d{1,15}$/.test(text)
        ? ['number.not.whole']
        : faultOf(text, bounds);
    if (!fault) return Number(text);
    context.issues.push({ code: 'custom', message: fault[0], params: fault[1], input: text });
    return z.NEVER;
  });
  return read.meta(statedBounds(bounds));
}

/** What JSON Schema calls the bounds: a check of its own says nothing of them. */
const statedBounds = ({ min, max }: Bounds) => ({
  ...(typeof min === 'number' && { minimum: min }),
  ...(typeof max === 'number' && { maximum: max })
});

/** An exact decimal with at most `scale` decimals: a string such as `-12.5`, never a float. */
export function decimalNumber({ scale, ...bounds }: Bounds & { scale: number }) {
  return entry.transform((text, context) => {
    const fault: [string, object?] | undefined = !NUMBER.test(text)
      ? ['number.invalid']
      : (text.split('.')[1] ?? '').length > scale
        ? ['number.too.many.decimals', { scale }]
        : faultOf(text, bounds);
    if (!fault) return text.replace(/^\+/, '');
    context.issues.push({ code: 'custom', message: fault[0], params: fault[1], input: text });
    return z.NEVER;
  });
}

/** Exactly, whatever the number of digits: below zero when `a` is the lesser. */
function compare(a: string, b: string): number {
  // Rounding keeps an order: numbers that differ as floats differ so exactly.
  const [x, y] = [Number(a), Number(b)];
  if (x !== y) return x < y ? -1 : 1;
  const difference = scaled(a) - scaled(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** In units of 10⁻¹⁵. */
function scaled(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replace(/^[+-]/, '').split('.');
  const size = BigInt(whole + decimals.padEnd(15, '0'));
  return text.startsWith('-') ? -size : size;
}

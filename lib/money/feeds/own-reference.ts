import { startOf } from '../../core/entry/plain-text';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { keyedHash } from '../../core/secrets/keys';

/** Characters of a reference at most. */
export const LONGEST_REFERENCE = 60;
const MARK = 20;

/**
 * What a row that has no reference of its own is known by, before it is told from its equals. It is of the whole row:
 * neither a mended mapping changes it, nor what could be read of the row, nor how a file that was saved again ends the
 * lines within its texts.
 */
export const rowDigest = (raw: string): string =>
  keyedHash('feed-row', raw.replaceAll(/\r\n?/g, '\n').trimEnd()).toString('hex', 0, 16);

/** The reference of a row that has none, by which of its equals it is. */
export const ownReference = (raw: string, occurrence: number, digest = rowDigest(raw)): string =>
  `#${digest}${occurrence > 1 ? `.${occurrence}` : ''}`;

/**
 * A reference that may have a card number in it, as it is kept (C9.009): the number masked, and behind it a mark of the
 * whole, by which two that differ in what is masked stay two.
 */
export function maskedReference(reference: string): string {
  const masked = withoutCardNumbers(reference);
  if (masked === reference) return reference;
  const mark = keyedHash('feed-row', reference).toString('hex').slice(0, MARK);
  return `${startOf(masked, LONGEST_REFERENCE - MARK - 1)}#${mark}`;
}

import { startOf } from '../../core/entry/plain-text';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { keyedHash } from '../../core/secrets/keys';

/** The maximum length of a reference. */
export const LONGEST_REFERENCE = 60;
const MARK = 20;

/**
 * Identifies a row without a reference, before equal rows are numbered. The digest covers the whole row, so it is
 * independent of corrections to the mapping, of the fields that could be read, and of the line ends within texts.
 */
export const rowDigest = (raw: string): string =>
  keyedHash('feed-row', raw.replaceAll(/\r\n?/g, '\n').trimEnd()).toString('hex', 0, 16);

/** The reference of a row without one, by its number among equal rows. */
export const ownReference = (raw: string, occurrence: number, digest = rowDigest(raw)): string =>
  `#${digest}${occurrence > 1 ? `.${occurrence}` : ''}`;

/**
 * Masks a reference that may contain a card number (C9.009): the number masked, followed by a digest of the whole, so
 * that references that differ only in masked digits stay distinct.
 */
export function maskedReference(reference: string): string {
  const masked = withoutCardNumbers(reference);
  if (masked === reference) return reference;
  const mark = keyedHash('feed-row', reference).toString('hex').slice(0, MARK);
  return `${startOf(masked, LONGEST_REFERENCE - MARK - 1)}#${mark}`;
}

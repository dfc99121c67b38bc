import { keyedHash } from '../core/keys';

/**
 * What a row that has no reference of its own is known by, before it is told from its equals. It is of the whole row:
 * neither a mended mapping changes it, nor what could be read of the row.
 */
export const rowDigest = (raw: string): string => keyedHash('feed-row', raw.trimEnd()).toString('hex', 0, 16);

/** The reference of a row that has none, by which of its equals it is. */
export const ownReference = (raw: string, occurrence: number, digest = rowDigest(raw)): string =>
  `#${digest}${occurrence > 1 ? `.${occurrence}` : ''}`;

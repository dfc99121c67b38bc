import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { findAmount } from './find-amount';
import { findDay } from './find-day';
import { findMerchant } from './find-merchant';
import { openedWords } from './sealed-words';
import type { Box, Word } from './words';

const readingRow = z.strictObject({ attachmentId: z.string(), words: z.instanceof(Uint8Array) });

/**
 * The words of those of these attachments that have been read, by attachment. The caller has read the attachments
 * within the reader's scope.
 */
export async function readingsOf(
  issuerId: string,
  attachmentIds: readonly string[]
): Promise<Map<string, readonly Word[]>> {
  if (attachmentIds.length === 0) return new Map();
  const rows = await readRows(database(), readingRow)`
    SELECT attachment_id AS "attachmentId", words FROM receipt_readings
    WHERE issuer_id = ${issuerId}::uuid AND attachment_id = ANY(${[...attachmentIds]}::uuid[]) AND state = 'read'`;
  return new Map(rows.map(({ attachmentId, words }) => [attachmentId, openedWords({ issuerId, attachmentId }, words)]));
}

/** What the bank knows of a charge, and a receipt may say. */
export interface KnownCharge {
  amount: string;
  billedAmount: string;
  /** `2026-02-28` */
  transactionDate: string;
  merchantName: string | null;
}

/** What was found on a receipt, and where; null where it was not. */
export interface Evidence {
  amount: readonly Box[] | null;
  day: readonly Box[] | null;
  /** Undefined: the bank names no merchant. */
  merchant: readonly Box[] | null | undefined;
}

/** Looks for what the bank knows of a charge among the words of a receipt; it takes nothing else from them. */
export function evidenceOn(words: readonly Word[], charge: KnownCharge): Evidence {
  const amount = findAmount(words, charge.amount);
  return {
    amount: boxesOf(amount.length > 0 ? amount : findAmount(words, charge.billedAmount)),
    day: boxesOf(findDay(words, charge.transactionDate)),
    merchant: charge.merchantName === null ? undefined : boxesOf(findMerchant(words, charge.merchantName))
  };
}

const boxesOf = (found: readonly Word[]) =>
  found.length === 0 ? null : found.flatMap(({ box }) => (box ? [box] : []));

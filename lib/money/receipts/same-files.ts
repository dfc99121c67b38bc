import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { recordsWith, type SameContent, sameContent } from '../../kit/attachments/same-content';
import { likesOf } from '../reading/likes';
import { type ShownTransaction, seenTransactions } from '../transactions/transactions';
import { ownReceipts } from './own-receipt';

/**
 * Where else the same file is kept, or another picture of the same receipt (`isLike`): on a charge that the reader sees, in
 * their own box, or in a place that they may not see.
 */
export type SameFile = { isLike: boolean } & (
  | { on: 'charge'; charge: Pick<ShownTransaction, 'id' | 'merchantName' | 'transactionDate'> }
  | { on: 'box' | 'elsewhere' }
);

/**
 * Finds where else the same files are kept, or other pictures of the same receipts, by attachment id. A charge is named
 * only to a principal who may see it; about any other place this says only that the file exists there.
 */
export async function sameFiles(
  principal: Principal,
  attachmentIds: readonly string[]
): Promise<Map<string, SameFile>> {
  if (attachmentIds.length === 0) return new Map();
  const { issuerId } = principal;
  const same = await sameContent(issuerId, attachmentIds);
  const told = new Set(same.map(({ of }) => of));
  const likes = await likesOf(
    issuerId,
    attachmentIds.filter((id) => !told.has(id))
  );
  const records = new Map(
    (
      await recordsWith(
        issuerId,
        likes.map(({ like }) => like)
      )
    ).map((one) => [one.of, one])
  );
  const alike = likes.flatMap(({ of, like }) => {
    const record = records.get(like);
    return record ? [{ ...record, of }] : [];
  });
  const others = [...same, ...alike];
  const idsOn = (entity: SameContent['entity']) =>
    others.filter((one) => one.entity === entity).map(({ recordId }) => recordId);
  const seen = new Map((await seenTransactions(principal, idsOn('transaction'))).map((charge) => [charge.id, charge]));
  const inBox = Prisma.sql`r.id = ANY(${idsOn('receipt')}::uuid[])`;
  const own = new Set((await ownReceipts(database(), principal, inBox)).map(({ id }) => id));
  return new Map(
    [...groupBy(others, ({ of }) => of)].map(([of, found]): [string, SameFile] => {
      const isLike = !told.has(of);
      const charge = found.flatMap(({ recordId }) => seen.get(recordId) ?? [])[0];
      if (charge) return [of, { isLike, on: 'charge', charge }];
      return [of, { isLike, on: found.some(({ recordId }) => own.has(recordId)) ? 'box' : 'elsewhere' }];
    })
  );
}

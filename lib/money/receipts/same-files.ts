import type { Principal } from '../../access/policy/principal';
import { groupBy } from '../../core/database/group-by';
import { sameContent } from '../../kit/attachments/same-content';
import { type ShownTransaction, seenTransactions } from '../transactions/transactions';

/** Where else the same file is kept: on a charge that the reader sees, or in a place that they may not see. */
export type SameFile =
  | { on: 'charge'; charge: Pick<ShownTransaction, 'id' | 'merchantName' | 'transactionDate'> }
  | { on: 'elsewhere' };

/**
 * Finds where else the same files are kept, by attachment id. A charge is named only to a principal who may see it;
 * about any other place this says only that the file exists there.
 */
export async function sameFiles(
  principal: Principal,
  attachmentIds: readonly string[]
): Promise<Map<string, SameFile>> {
  if (attachmentIds.length === 0) return new Map();
  const others = await sameContent(principal.issuerId, attachmentIds);
  const onCharges = others.filter(({ entity }) => entity === 'transaction').map(({ recordId }) => recordId);
  const seen = new Map((await seenTransactions(principal, onCharges)).map((charge) => [charge.id, charge]));
  return new Map(
    [...groupBy(others, ({ of }) => of)].map(([of, records]): [string, SameFile] => {
      const charge = records.flatMap(({ recordId }) => seen.get(recordId) ?? [])[0];
      return [of, charge ? { on: 'charge', charge } : { on: 'elsewhere' }];
    })
  );
}

import type { Principal } from '../../access/policy/principal';
import { groupBy } from '../../core/database/group-by';
import { sameContent } from '../../kit/attachments/same-content';
import { type ShownTransaction, seenTransactions } from '../transactions/transactions';

/** Where the same file is too: on a charge that the reader sees, or where it is not for them to know. */
export type SameFile =
  | { on: 'charge'; charge: Pick<ShownTransaction, 'id' | 'merchantName' | 'transactionDate'> }
  | { on: 'elsewhere' };

/**
 * Where the same files are too, by attachment of those given. It tells the charge only to who sees it, and nothing else
 * about anything else than that it exists.
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

import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { readLargeFile } from '../../core/files/large-files';
import { config } from '../../core/server/config';
import { awaitsAmounts } from '../wallet/tested-accounts';
import { amountOf, isDebit } from './nacha/records';

const fileRow = z.strictObject({
  issuerId: z.string(),
  fileId: z.string(),
  collectOn: z.string(),
  traces: z.array(z.string())
});

/** A line of a bank statement: its day, what it says, and its amount in US dollars, below zero if it was debited. */
export interface StatementLine {
  on: string;
  says: string;
  amount: string;
}

/**
 * What the bank of a demo shows its customer about micro-entries of an account in the principal's wallet, as the
 * statement of a bank would. Never in production, where nobody but the bank knows these amounts.
 */
export async function simulatedStatement(principal: Principal, accountId: string): Promise<StatementLine[]> {
  if (config().TESSERA_MODE === 'production' || !may(principal, 'wallet', 'modify')) return [];
  if (!(await awaitsAmounts(principal, accountId))) return [];
  const [file] = await readRows(database(), fileRow)`
    SELECT f.issuer_id AS "issuerId", f.file_id AS "fileId", f.collect_on::text AS "collectOn", e.traces
    FROM payment_files f JOIN (SELECT v.file_id, array_agg(v.trace) AS traces FROM validation_entries v
      WHERE v.issuer_id = ${principal.issuerId}::uuid AND v.wallet_account_id = ${accountId}::uuid GROUP BY v.file_id) e
      ON e.file_id = f.id
    WHERE f.issuer_id = ${principal.issuerId}::uuid`;
  if (!file) return [];
  const parts: Buffer[] = [];
  for await (const part of readLargeFile({ issuerId: file.issuerId, id: file.fileId })) parts.push(part);
  return linesOf(Buffer.concat(parts).toString('utf8').split('\n'), file);
}

function linesOf(records: readonly string[], { collectOn, traces }: z.infer<typeof fileRow>): StatementLine[] {
  let says = '';
  return records.flatMap((record) => {
    if (record.startsWith('5')) says = `${record.slice(4, 20).trim()} ${record.slice(53, 63).trim()}`;
    if (!record.startsWith('6') || !traces.includes(record.slice(79, 94))) return [];
    const amount = amountOf(BigInt(record.slice(29, 39)));
    return [{ on: collectOn, says, amount: isDebit(record) ? `-${amount}` : amount }];
  });
}

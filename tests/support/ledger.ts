import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { startExport } from '@/lib/money/ledger/start-export';
import { bytesOf } from './bytes';
import type { TestDatabase } from './database';
import { ORIGIN } from './module-world';
import { granted } from './results';
import type { StructureNode } from './structure';

/** So many approved transactions on an account in March, of 0.01, 0.02, … euros; every third is split in two. */
export async function aPile(
  database: TestDatabase,
  account: StructureNode,
  count: number,
  state = 'approved'
): Promise<void> {
  await database.query("SELECT create_transaction_partitions('2026-03-01'::date, '2026-03-01'::date)");
  await database.query(
    `WITH made AS (
       INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
         amount, currency, billed_amount, billed_currency, merchant_name, state, reviewed_at, reviewed_by, approved_at, approved_by)
       SELECT $1, date '2026-03-01' + n % 28, gen_random_uuid(), $2, $3::uuid, left($5::text, 8) || '-' || n, 'purchase', '2026-03-01',
         n::numeric / 100, 'EUR', n::numeric / 100, 'EUR', CASE n % 5 WHEN 0 THEN '=Quay ' ELSE 'Quay ' END || n, $6::transaction_state,
         now(), $1, CASE WHEN $6 = 'approved' THEN now() END, CASE WHEN $6 = 'approved' THEN $1::uuid END
       FROM generate_series(1, $4::int) n
       RETURNING issuer_id, posting_date, id, billed_amount
     )
     INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount)
     SELECT issuer_id, posting_date, id, part, CASE part WHEN 1 THEN 0.01 ELSE billed_amount - 0.01 END
     FROM made CROSS JOIN generate_series(1, 2) part WHERE (billed_amount * 100)::int % 3 = 0`,
    [account.issuerId, account.companyId, account.id, count, randomUUID(), state]
  );
}

export const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: null, layoutId: 'csv' };

/** An export that is asked for; its id. */
export async function anExport(by: Principal, nodeId: string, more: Partial<typeof MARCH> = {}): Promise<string> {
  return granted(await startExport(by, { ...MARCH, ...more, nodeId }, ORIGIN));
}

/** A written file of an export as text, the first unless it says. */
export async function fileOf(
  by: Principal,
  exportId: string,
  at = 0
): Promise<{ text: string; sha256: string; lines: number | null }> {
  const file = (await filesOf(by, exportId))[at];
  const download = file && (await downloadLedgerFile(by, file.id, ORIGIN));
  if (!file || !download) throw new Error('there is no file');
  const bytes = await bytesOf(download.bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== file.sha256 || bytes.length !== download.size) throw new Error('the file is not what was written');
  return { text: bytes.toString('utf8').replace(/^\ufeff/, ''), sha256, lines: file.lines };
}

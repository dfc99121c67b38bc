import type { Client } from 'pg';
import { CURRENCIES } from './data/countries';
import type { Totals } from './transactions';

export interface Check {
  what: string;
  expected: string;
  found: string;
}

/** What must be true of what was loaded, none of them found. */
const NEVER = {
  'accounts that are no node': `FROM accounts a WHERE a.issuer_id = ANY ($1)
    AND NOT EXISTS (SELECT 1 FROM nodes n WHERE (n.issuer_id, n.id, n.kind) = (a.issuer_id, a.id, 'account'))`,
  'nodes outside the one above': `FROM nodes n JOIN nodes p ON (p.issuer_id, p.id) = (n.issuer_id, n.parent_id)
    WHERE n.issuer_id = ANY ($1) AND (left(n.path, -8) <> p.path OR (p.company_id IS NOT NULL AND n.company_id IS DISTINCT FROM p.company_id))`,
  'users elsewhere than assigned': `FROM users u JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary
    WHERE u.issuer_id = ANY ($1) AND (u.role <> a.role OR EXISTS (SELECT 1 FROM assignment_nodes x WHERE (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id))
      AND NOT EXISTS (SELECT 1 FROM assignment_nodes x WHERE (x.issuer_id, x.assignment_id, x.node_id) = (a.issuer_id, a.id, u.node_id)))`,
  'transactions of another company': `FROM transactions t WHERE t.issuer_id = ANY ($1)
    AND NOT EXISTS (SELECT 1 FROM nodes n WHERE (n.issuer_id, n.id, n.company_id) = (t.issuer_id, t.account_id, t.company_id))`
};

/** Compares what the database holds of some issuers with what was made: rows by table, sums by currency, and what must not be. */
export async function checkSums(
  client: Client,
  issuerIds: readonly string[],
  counts: Readonly<Record<string, number>>,
  totals: Totals
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [table, count] of Object.entries(counts)) {
    const { rows } = await client.query(`SELECT count(*) FROM ${table} WHERE issuer_id = ANY ($1)`, [issuerIds]);
    checks.push({ what: table, expected: String(count), found: rows[0].count });
  }
  const { rows } = await client.query<{ currency: string; sum: string }>(
    `SELECT billed_currency AS currency, trim_scale(sum(billed_amount))::text AS sum
     FROM transactions WHERE issuer_id = ANY ($1) GROUP BY 1`,
    [issuerIds]
  );
  const sums = new Map(rows.map(({ currency, sum }) => [currency, Number(sum)]));
  for (const [currency, minor] of [...totals].sort()) {
    const { digits } = CURRENCIES[currency] as { digits: number };
    const expected = minor / 10 ** digits;
    checks.push({
      what: `billed in ${currency}`,
      expected: expected.toFixed(digits),
      found: (sums.get(currency) ?? 0).toFixed(digits)
    });
  }
  for (const [what, condition] of Object.entries(NEVER)) {
    const { rows } = await client.query(`SELECT count(*) ${condition}`, [issuerIds]);
    checks.push({ what, expected: '0', found: rows[0].count });
  }
  return checks;
}

/** The checks as a table to print. */
export function tableOf(checks: readonly Check[]): string {
  return checks
    .map(
      ({ what, expected, found }) =>
        `  ${what.padEnd(34)}${found.padStart(20)}  ${expected === found ? '✓' : `✗ ${expected} expected`}`
    )
    .join('\n');
}

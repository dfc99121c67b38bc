// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/approvals.mjs: on a database made by `npm run demo:seed --
// --size large`, the bulk approval of 10,000 rows as its job does it, against one bare UPDATE of the same rows, and the
// list of what waits for an approver, against hand-written SQL. What is approved is set back.
import { randomUUID } from 'node:crypto';
import access from '../../lib/access/policy/principal.ts';
import core from '../../lib/core/database/database.ts';
import bulk from '../../lib/kit/bulk/do-bulk.ts';
import runs from '../../lib/kit/jobs/job-run.ts';
import paging from '../../lib/kit/listing/page.ts';
import queries from '../../lib/kit/listing/query.ts';
import waiting from '../../lib/money/transactions/waiting.ts';
import { client, company, issuer, median, one, told } from './large-world.mjs';

const ROWS = 10_000;
const ROUNDS = 3;
const profile = randomUUID();
const job = randomUUID();
const approver = await one(
  `SELECT a.id AS assignment, u.id AS user FROM assignments a
   JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
   JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id)
   WHERE a.issuer_id = $1 AND a.role = 'C' AND a.authority_template_id IS NULL AND x.node_id = $2 AND u.status = 'active' LIMIT 1`,
  [issuer.id, company.id]
);
const kept = {
  issuerId: issuer.id,
  userId: approver.user,
  sessionId: randomUUID(),
  brandName: 'tessera',
  assignmentId: approver.assignment,
  accessor: null
};
const origin = { requestId: 'bench', address: '127.0.0.1', userAgent: 'bench' };

// Three levels, the approver in the middle and on top; the dates of the newest waiting rows.
await client.query(
  `WITH profile AS (INSERT INTO approval_profiles (issuer_id, id, company_id, name) VALUES ($1, $2, $3, $5)),
     levels AS (INSERT INTO approval_levels (issuer_id, profile_id, position, name, amount_limit)
       VALUES ($1, $2, 1, 'Small', 50), ($1, $2, 2, 'Middle', 500), ($1, $2, 3, 'All', NULL)),
     members AS (INSERT INTO approval_level_members (issuer_id, profile_id, position, user_id) VALUES ($1, $2, 2, $4), ($1, $2, 3, $4))
   INSERT INTO approval_places (issuer_id, node_id, profile_id, company_id) VALUES ($1, $3, $2, $3)`,
  [issuer.id, profile, company.id, approver.user, `Bench ${profile.slice(0, 8)}`]
);
const values = [issuer.id, company.id];
const { day } = await one(
  `SELECT min(posting_date)::text AS day FROM (SELECT posting_date FROM transactions
   WHERE issuer_id = $1 AND company_id = $2 AND state = 'reviewed' ORDER BY posting_date DESC, id DESC LIMIT ${ROWS}) AS newest`,
  values
);
const ids = (
  await client.query(
    `SELECT id, posting_date FROM transactions WHERE issuer_id = $1 AND company_id = $2 AND state = 'reviewed' AND posting_date >= $3`,
    [...values, day]
  )
).rows;
const mine = 'issuer_id = $1 AND company_id = $2 AND posting_date >= $3';

/** One statement that only sets the state. */
async function bare() {
  await client.query(
    `UPDATE transactions SET state = 'approved', version = version + 1, approved_at = now(), approved_by = $4 WHERE ${mine} AND state = 'reviewed'`,
    [...values, day, approver.user]
  );
}

async function bulkApproval() {
  const payload = {
    target: { list: 'transactions', parameters: {}, query: `state=reviewed&postingDate.from=${day}` },
    action: 'approve',
    principal: kept,
    origin
  };
  await client.query(
    `INSERT INTO jobs (issuer_id, id, kind, node_id, owner_user_id, payload, status, attempts, started_at)
     VALUES ($1, $2, 'bulk', $3, $4, $5, 'processing', 1, now())`,
    [issuer.id, job, company.id, approver.user, JSON.stringify(payload)]
  );
  const run = new runs.JobRun(
    { issuerId: issuer.id, id: job, kind: 'bulk', nodeId: company.id, ownerUserId: approver.user, payload },
    {},
    1,
    new AbortController().signal
  );
  const begun = performance.now();
  const result = await bulk.doBulk(run);
  const took = performance.now() - begun;
  if (!result.ok || result.value.done !== ids.length) throw new Error(JSON.stringify(result));
  return took;
}

/** Restores the rows, including the history of the approval. */
async function setBack() {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    `DELETE FROM transaction_events WHERE issuer_id = $1 AND posting_date >= $2 AND transaction_id = ANY($3) AND event = 'approve' AND actor_user_id = $4`,
    [issuer.id, day, ids.map(({ id }) => id), approver.user]
  );
  await client.query('DELETE FROM jobs WHERE issuer_id = $1 AND id = $2', [issuer.id, job]);
  await client.query(
    `UPDATE transactions SET state = 'reviewed', version = version - 1, approved_at = NULL, approved_by = NULL WHERE ${mine} AND state = 'approved' AND approved_by = $4 AND id = ANY($5)`,
    [...values, day, approver.user, ids.map(({ id }) => id)]
  );
  await client.query('COMMIT');
  await client.query('VACUUM transactions');
}

const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
try {
  const times = { ours: [], best: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await bare();
    times.best.push(performance.now() - begun);
    await setBack();
    times.ours.push(await bulkApproval());
    await setBack();
  }
  told(`bulk approval of ${ids.length} rows, bare UPDATE`, middle(times.ours), middle(times.best), 5);

  const who = await access.principalAgain(kept);
  const columns =
    't.issuer_id, t.id, t.posting_date, t.merchant_name, n.name_1, a.last_four, t.billed_amount, t.billed_currency, t.purpose';
  const first = `SELECT ${columns} FROM transactions t JOIN nodes n ON n.issuer_id = t.issuer_id AND n.id = t.account_id
    JOIN accounts a ON a.issuer_id = t.issuer_id AND a.id = t.account_id
    WHERE t.issuer_id = $1 AND t.company_id = $2 AND t.state = 'reviewed' AND abs(t.billed_amount) > 50
    ORDER BY t.posting_date DESC, t.id DESC LIMIT 51`;
  const query = queries.readQuery(waiting.WAITING, {});
  const [ours, best] = await median(
    () => paging.listPage(who, waiting.WAITING, query),
    () => client.query(first, values)
  );
  told('what waits for an approver, first page', ours, best, 3);
} finally {
  await client.query('DELETE FROM approval_profiles WHERE issuer_id = $1 AND id = $2', [issuer.id, profile]);
  await client.end();
  await core.closeDatabase();
}

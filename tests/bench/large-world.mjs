// The database of DATABASE_URL, made by `npm run demo:seed -- --size large`, and the principals that query it in the
// benches.
import pg from 'pg';
import policy from '../../lib/access/policy/policy.ts';

const ROUNDS = 15;
export const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
export const one = async (sql, values) => (await client.query(sql, values)).rows[0];

export const issuer = await one(
  "SELECT n.issuer_id AS id, n.path FROM nodes n WHERE n.kind = 'issuer' ORDER BY (SELECT count(*) FROM nodes a WHERE a.issuer_id = n.issuer_id) DESC LIMIT 1"
);
export const company = await one(
  "SELECT n.id, n.path, n.number FROM nodes n WHERE n.issuer_id = $1 AND n.kind = 'company' AND n.status = 'active' ORDER BY (SELECT count(*) FROM nodes a WHERE a.issuer_id = n.issuer_id AND a.company_id = n.id) DESC LIMIT 1",
  [issuer.id]
);
export const user = await one('SELECT id FROM users WHERE issuer_id = $1 LIMIT 1', [issuer.id]);
export const principal = (role, { id, path, companyId = id }, isIssuer) => ({
  issuerId: issuer.id,
  userId: user.id,
  role,
  accessor: null,
  authorities: policy.granted(role, null),
  scope: {
    everywhere: false,
    subtrees: [{ issuerId: issuer.id, nodeId: id, path, companyId: isIssuer ? null : companyId, isIssuer }]
  }
});
export const program = principal('I', issuer, true);
export const administrator = principal('C', company, false);

/** The median of several rounds, each side in turn, in milliseconds; the first ones only warm up. */
export async function median(...works) {
  const times = works.map(() => []);
  for (let round = -20; round < ROUNDS; round++)
    for (const [side, work] of works.entries()) {
      const begun = performance.now();
      await work();
      if (round >= 0) times[side].push(performance.now() - begun);
    }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]);
}
export const told = (what, ours, best, limit) =>
  process.stdout.write(
    `${what}: ${ours.toFixed(1)} ms, by hand ${best.toFixed(1)} ms, ratio ${(ours / best).toFixed(2)} (at most ${limit})\n`
  );

import { readFileSync } from 'node:fs';
import { authoritiesOf, type Role } from './lib/access/policy';
import type { Principal } from './lib/access/principal';
import { closeDatabase, database } from './lib/core/database';
import { search } from './lib/search/search';

const I = '00000000-0000-7000-8000-000000000001';
const principal = (role: Role, subtrees: object[], everywhere = false) =>
  ({
    issuerId: I,
    userId: I,
    sessionId: I,
    role,
    brandName: 'tessera',
    assignmentId: I,
    scope: { everywhere, subtrees },
    authorities: new Set(authoritiesOf(role)),
    accessor: null
  }) as unknown as Principal;

import pg from 'pg';

const q = pg.Client.prototype.query as any;
let log: string[] = [];
(pg.Client.prototype as any).query = function (...a: any[]) {
  const t = performance.now();
  const r = q.apply(this, a);
  const text = String(a[0]?.text ?? a[0])
    .slice(0, 60)
    .replace(/\s+/g, ' ');
  if (r?.then) r.then(() => log.push(`${(performance.now() - t).toFixed(0)} ${text.slice(0, 45)}`));
  return r;
};
async function main() {
  const [c] = await database().$queryRaw<
    any[]
  >`SELECT id, path, issuer_id FROM nodes WHERE kind='company' AND number='400777'`;
  const accounts = await database().$queryRaw<
    any[]
  >`SELECT id, path, company_id FROM nodes WHERE kind='account' AND company_id = ${c.id}::uuid LIMIT 3`;
  const who = {
    Z: principal('Z', [], true),
    I: principal('I', [{ issuerId: I, nodeId: I, path: '', companyId: null, isIssuer: true }]),
    C: principal('C', [{ issuerId: I, nodeId: c.id, path: c.path, companyId: c.id, isIssuer: false }]),
    A: principal(
      'A',
      accounts.map((a) => ({ issuerId: I, nodeId: a.id, path: a.path, companyId: a.company_id, isIssuer: false }))
    )
  };
  const queries = process.argv.slice(2).length
    ? process.argv.slice(2)
    : [
        'an',
        'li',
        'lind',
        'anna',
        'acme',
        'nordic foods',
        'nrdic',
        'linderqist',
        'anna linderqvist',
        'ana lindrqvist',
        '4007',
        '400777',
        'u777.1',
        'sales',
        'department',
        'holdings',
        '田中',
        '東京',
        '田中美咲',
        'zzzzzz',
        'hravour',
        '4012',
        'ab',
        'иван'
      ];
  for (const [role, p] of Object.entries(who)) {
    for (const text of queries) {
      const times = [];
      let out: any;
      for (let n = 0; n < 4; n++) {
        log = [];
        const t = performance.now();
        out = await search(p, { text, limit: 5 });
        times.push(performance.now() - t);
      }
      const best = Math.min(...times),
        worst = Math.max(...times.slice(1));
      if (process.env.V) console.log(log);
      console.log(
        role,
        text.padEnd(18),
        best.toFixed(0).padStart(4),
        worst.toFixed(0).padStart(5),
        out.state === 'found'
          ? (out.isSimilar ? '~' : ' ') +
              out.groups
                .map((g: any) => `${g.kind}:${g.results.length}${g.hasMore ? '+' : ''} ${g.results[0].name}`)
                .join(' | ')
                .slice(0, 150)
          : out.state
      );
    }
  }
  await closeDatabase();
}
main();

import pg from 'pg';
import { approvedOf, exportPlace } from '@/lib/ledger/selection';
import { inTaken, take } from '@/lib/ledger/taken';
import { MARCH } from '../support/ledger';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

test('CD.30 what an export takes is locked until it ends, and nothing else is', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  const C = await aPrincipalAt(world.current, 'C', company);
  const taken = await aTransaction(world.current, account, { state: 'approved' });
  const open = await aTransaction(world.current, account, { state: 'open' });
  const node = await exportPlace(C, company.id);
  if (!node) throw new Error('not seen');
  const other = new pg.Client({ connectionString: world.current.url });
  await other.connect();
  const isLocked = async (id: string) => {
    try {
      await other.query('SELECT 1 FROM transactions WHERE id = $1 FOR UPDATE NOWAIT', [id]);
      return false;
    } catch (error) {
      expect((error as pg.DatabaseError).code).toBe('55P03');
      return true;
    }
  };
  await inTaken(async (tx) => {
    expect(await take(tx, approvedOf(C, node, MARCH))).toBe(1);
    expect([await isLocked(taken.id), await isLocked(open.id)]).toEqual([true, false]);
  });
  expect(await isLocked(taken.id)).toBe(false);
  await other.end();
});

import { parse } from 'csv-parse/sync';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { placesToPick, placeToPick } from '@/lib/kit/reports/places';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { changeReport, createReport, deleteReport } from '@/lib/kit/reports/save-report';
import { savedReports, seenReport } from '@/lib/kit/reports/saved-reports';
import { shareReport, unshareReport } from '@/lib/kit/reports/share-report';
import { findReaders, MOST_SHARES, type ShareEntry, shareSchema, sharesOf } from '@/lib/kit/reports/shares';
import { startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let department: StructureNode;
let C: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  other = await aCompany(world.current, issuer);
  department = await anOrgPoint(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

const definition = definitionSchema.parse({
  dataSet: 'transactions',
  columns: ['merchantName', 'billedAmount']
});
const saved = async (by: Principal, name = 'Spend') =>
  granted(await createReport(LISTS, by, { name, definition }, ORIGIN));
const share = (by: Principal, id: string, entry: Partial<ShareEntry>) =>
  shareReport(by, { id, entry: shareSchema.parse(entry) }, ORIGIN);
const atPlace = (nodeId: string, more: Partial<ShareEntry> = {}): Partial<ShareEntry> => ({
  by: 'place',
  nodeId,
  ...more
});
const userIdOf = async ({ issuerId, userId }: Principal) => {
  const [user] = await world.current.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM users WHERE issuer_id = $1 AND id = $2',
    [issuerId, userId]
  );
  return user?.userId as string;
};
const withPerson = async (person: Principal, more: Partial<ShareEntry> = {}): Promise<Partial<ShareEntry>> => ({
  by: 'people',
  recipients: [await userIdOf(person)],
  ...more
});
const names = async (by: Principal) => (await savedReports(by)).map(({ name }) => name);
const change = (by: Principal, id: string, version = 1) =>
  changeReport(LISTS, by, { id, version }, { name: 'Changed', definition }, ORIGIN);

describe('a saved report is shared', () => {
  test('C3.035 with a person, who runs it, and changes it only if the share says so', async () => {
    const O = await aPrincipalAt(world.current, 'O', department);
    const id = await saved(C);
    expect(await names(O)).toEqual([]);
    granted(await share(C, id, await withPerson(O)));
    expect(await seenReport(O, id)).toMatchObject({ isOwn: false, mayChange: false, mayManage: false });
    expect(codeOf(await change(O, id))).toBe('forbidden.action');
    granted(await share(C, id, await withPerson(O, { mayChange: true })));
    expect(await sharesOf(C, id)).toHaveLength(1);
    expect(codeOf(await change(O, id))).toBe('ok');
    expect(await seenReport(O, id)).toMatchObject({ name: 'Changed', mayChange: true, mayManage: false });
    for (const refused of [
      await deleteReport(O, id, ORIGIN),
      await share(O, id, await withPerson(O)),
      await unshareReport(O, { id, shareId: (await sharesOf(C, id))[0]?.id as string }, ORIGIN)
    ])
      expect(codeOf(refused)).toBe('forbidden.action');
    expect(await sharesOf(O, id)).toEqual([]);
  });

  test('C3.035 with a place: everyone there and below, of the roles that were chosen', async () => {
    const A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, department));
    const O = await aPrincipalAt(world.current, 'O', department);
    const there = await aPrincipalAt(world.current, 'C', other);
    const I = await aPrincipalAt(world.current, 'I', issuer);
    const id = await saved(C);
    granted(await share(C, id, atPlace(department.id, { roles: ['O'] })));
    expect([await names(O), await names(A), await names(there), await names(I)]).toEqual([['Spend'], [], [], []]);
    granted(await share(C, id, atPlace(department.id)));
    expect([await names(O), await names(A), await names(there)]).toEqual([['Spend'], ['Spend'], []]);
    expect((await sharesOf(C, id)).map(({ place, roles }) => [place, roles])).toEqual([
      [department.name, []],
      [department.name, ['O']]
    ]);
    const ofIssuer = await saved(I, 'Everybody’s');
    granted(await share(I, ofIssuer, atPlace(issuer.id)));
    expect([await names(A), await names(there)]).toEqual([['Everybody’s', 'Spend'], ['Everybody’s']]);
    const elsewhere = await aPrincipalAt(
      world.current,
      'C',
      await aCompany(world.current, await anIssuer(world.current))
    );
    expect(await names(elsewhere)).toEqual([]);
  });

  test('C3.035 within one’s reach and right alone, and with fifty at most', async () => {
    const O = await aPrincipalAt(world.current, 'O', department);
    const stranger = await aPrincipalAt(world.current, 'C', other);
    const id = await saved(C);
    for (const place of [issuer.id, other.id])
      expect(refusedFor(await share(C, id, atPlace(place)))).toBe('nodeId place.not.found');
    expect(refusedFor(await share(C, id, await withPerson(stranger)))).toBe('recipients report.sharing.unknown');
    const own = await saved(O);
    expect(refusedFor(await share(O, own, atPlace(department.id)))).toBe('nodeId forbidden.action');
    expect(codeOf(await share(stranger, id, atPlace(other.id)))).toBe('not.found');
    expect((await findReaders(C, '')).map(({ id: person }) => person)).not.toContain(stranger.userId);
    expect((await placesToPick(C, '')).map(({ id: place }) => place).sort()).toEqual(
      [company.id, department.id].sort()
    );
    expect(await placeToPick(C, other.id)).toBeNull();
    expect(shareSchema.safeParse({ by: 'place' }).error?.issues[0]?.path).toEqual(['nodeId']);
    expect(shareSchema.safeParse({ by: 'people', recipients: [' '] }).error?.issues[0]?.path).toEqual(['recipients']);
    await world.current.query(
      `INSERT INTO report_shares (issuer_id, id, definition_id, node_id, roles, created_at)
       SELECT $1, gen_random_uuid(), $2, $3, array_fill('C'::user_role, ARRAY[n]), now() FROM generate_series(1, $4::int) n`,
      [issuer.id, id, company.id, MOST_SHARES]
    );
    expect(codeOf(await share(C, id, atPlace(company.id)))).toBe('report.sharing.many');
  });

  test('C6.027 until it is shared no more, or its reader leaves the place', async () => {
    const person = await aUserAt(world.current, 'O', department);
    const O = await principalFor(world.current, person);
    const id = await saved(C);
    granted(await share(C, id, atPlace(department.id)));
    expect(await seenReport(O, id)).not.toBeNull();
    // The department moves to the other company with its people.
    const away = await anOrgPoint(world.current, company);
    await world.current.query('UPDATE assignment_nodes SET node_id = $1 WHERE issuer_id = $2 AND assignment_id = $3', [
      away.id,
      issuer.id,
      O.assignmentId
    ]);
    const moved = await principalFor(world.current, person);
    expect(await seenReport(moved, id)).toBeNull();
    const wanted = { report: id, criteria: { format: 'csv' }, locale: 'en_US' } as const;
    expect(codeOf(await startRun(LISTS, STANDARD_REPORTS, moved, wanted, ORIGIN))).toBe('report.not.permitted');
    expect(await seenReport(O, id)).not.toBeNull();
    const [shared] = await sharesOf(C, id);
    granted(await unshareReport(C, { id, shareId: shared?.id as string }, ORIGIN));
    expect(codeOf(await unshareReport(C, { id, shareId: shared?.id as string }, ORIGIN))).toBe('not.found');
    expect(await seenReport(O, id)).toBeNull();
    const acts = await world.current.query<{ action: string; details: object }>(
      "SELECT action, details FROM audit_entries WHERE issuer_id = $1 AND entity_id = $2 AND action LIKE '%shared' ORDER BY sequence",
      [issuer.id, id]
    );
    expect(acts.map(({ action }) => action)).toEqual(['report.shared', 'report.unshared']);
    expect(acts[0]?.details).toMatchObject({ name: 'Spend', with: department.name, mayChange: false });
  });

  test('CD.20 and runs over what its reader may see, not its owner', async () => {
    const near = await anAccount(world.current, department);
    await aTransaction(world.current, near, { merchant: 'Near' });
    await aTransaction(world.current, await anAccount(world.current, company), { merchant: 'Far' });
    const O = await aPrincipalAt(world.current, 'O', department);
    const id = await saved(C);
    granted(await share(C, id, await withPerson(O)));
    const wanted = { report: id, criteria: { format: 'csv' }, locale: 'en_US' } as const;
    const runId = granted(await startRun(LISTS, STANDARD_REPORTS, O, wanted, ORIGIN));
    await untilEnded(O, (await seenRun(O, runId))?.jobId as string);
    const file = await downloadRun(O, runId, ORIGIN);
    const rows: Record<string, string>[] = parse((await bytesOf(file?.bytes)).toString(), { columns: true, bom: true });
    expect(rows.map(({ Merchant }) => Merchant)).toEqual(['Near']);
  });

  test('C3.035 an administrator of the place changes, shares and deletes it, also after its owner is gone', async () => {
    const colleague = await aPrincipalAt(world.current, 'C', company);
    const A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, department));
    const placed = await saved(C, 'Ours');
    const personal = await saved(C, 'Personal');
    granted(await share(C, placed, atPlace(company.id)));
    granted(await share(C, personal, await withPerson(A)));
    expect(await seenReport(colleague, placed)).toMatchObject({ isOwn: false, mayChange: true, mayManage: true });
    await transaction(async (tx) => {
      for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: issuer.id, id: C.userId });
    });
    expect(await names(A)).toEqual(['Ours']);
    expect(codeOf(await change(colleague, placed))).toBe('ok');
    expect(codeOf(await deleteReport(colleague, placed, ORIGIN))).toBe('ok');
  });

  test('C3.035 a merge of two users leaves one share of both', async () => {
    const [kept, merged] = [
      await aPrincipalAt(world.current, 'O', department),
      await aPrincipalAt(world.current, 'O', department)
    ];
    const [both, one] = [await saved(C, 'Both'), await saved(C, 'One')];
    for (const person of [kept, merged]) granted(await share(C, both, await withPerson(person)));
    granted(await share(C, one, await withPerson(merged)));
    await transaction(async (tx) => {
      for (const { move } of BELONGINGS)
        await move?.(tx, { issuerId: issuer.id, keptId: kept.userId, mergedId: merged.userId });
    });
    expect(await names(kept)).toEqual(['Both', 'One']);
    expect(await sharesOf(C, both)).toHaveLength(1);
  });
});

import { type AddressInfo, createServer } from 'node:net';
import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { accepted, refused } from '@/lib/core/entry/refusal';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { config } from '@/lib/core/server/config';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { applyUpload } from '@/lib/directory/structure/apply-upload';
import { readCardNumber } from '@/lib/directory/structure/card-number';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { createNode } from '@/lib/directory/structure/create-node';
import { downloadStructure, uploadTemplate } from '@/lib/directory/structure/download-structure';
import { moveNode } from '@/lib/directory/structure/move-node';
import { seenNode } from '@/lib/directory/structure/nodes';
import { startUpload } from '@/lib/directory/structure/start-upload';
import { UPLOAD_COLUMNS } from '@/lib/directory/structure/upload-columns';
import { recentUploads, seenUpload, uploadRows } from '@/lib/directory/structure/uploads';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import type { JobProgress } from '@/lib/kit/jobs/own-jobs';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { bytesOf } from '../support/bytes';
import { aCardNumber } from '../support/card-numbers';
import { killedWhen, untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { randomOf } from '../support/scope/world';
import { withSetting } from '../support/settings';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anAuthorityTemplate,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { misplacedNodes } from '../support/structure-invariants';
import { applied, checked, faultsOf } from '../support/uploads';
import { aStructureFile, type SheetFields, xlsxFile } from '../support/uploads-file';
import { aZip, workbookParts } from '../support/workbook';

const database = useDatabase();

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  const group = await aCompanyGroup(db, issuer);
  const company = await aCompany(db, group, { number: 'C1', name: 'Acme' });
  const other = await aCompany(db, issuer, { number: 'C2' });
  const accountGroup = await anAccountGroup(db, company, { number: 'AG' });
  const point = await anOrgPoint(db, accountGroup, { number: 'P1', name: 'Sales' });
  const below = await anOrgPoint(db, point, { number: 'P2', name: 'Inside', level: 2 });
  const account = await anAccount(db, below, { name: 'Robin Example', lastFour: '1234' });
  const program = await aPrincipalAt(db, 'I', issuer);
  return { issuer, group, company, other, accountGroup, point, below, account, program };
}

const node = async (principal: Principal, { id }: { id: string }) => seenNode(principal, id);
const byNumber = async (issuer: StructureNode, number: string) => {
  const [found] = await database.current.query<{ id: string; path: string; parent_id: string }>(
    'SELECT id, path, parent_id FROM nodes WHERE issuer_id = $1 AND number = $2',
    [issuer.id, number]
  );
  return found as { id: string; path: string; parent_id: string };
};
const snapshot = () =>
  database.current.query(
    'SELECT md5(string_agg(n::text, $1 ORDER BY id)) AS nodes, (SELECT count(*) FROM accounts) FROM nodes n',
    ['']
  );
async function sheet(
  stream: ReadableStream<Uint8Array> | null
): Promise<{ bytes: Buffer; rows: Record<string, string>[] }> {
  const bytes = await bytesOf(stream as ReadableStream<Uint8Array>);
  const rows: string[][] = [];
  for await (const { cells } of readSpreadsheet(bytes)) rows.push(cells as string[]);
  const [headings = [], ...rest] = rows;
  return {
    bytes,
    rows: rest.map((cells) => Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
  };
}

describe('C1.014 C2.007 C5.063 an upload', () => {
  test('shows what it would create before anything is written, then creates all of it', async () => {
    const { issuer, company, program } = await aWorld();
    const card = aCardNumber();
    const file = aStructureFile([
      { kind: 'Company group', number: 'G7', name1: 'North' },
      { kind: 'company', number: 'C7', parent: 'G7', name1: 'Fjord', name2: 'A/S', currency: 'dkk', fiscalStart: '4' },
      // Its parent comes later in the file.
      {
        kind: 'account',
        company: 'C7',
        parent: 'T2',
        name1: 'Kim Example',
        cardNumber: card,
        creditLimit: '1500.50',
        openedOn: '2026-02-01'
      },
      {
        kind: 'org point',
        company: 'C7',
        parentKind: 'org_point',
        parent: 'T1',
        number: 'T2',
        name1: 'Team',
        level: '2'
      },
      { kind: 'account_group', company: 'C7', number: 'AG', name1: 'Travel' },
      {
        kind: 'org point',
        company: 'C7',
        parentKind: 'account group',
        parent: 'AG',
        number: 'T1',
        name1: 'Division',
        level: '1'
      },
      { kind: 'org point', company: 'C1', number: 'P9', name1: 'Directly below', level: '1' }
    ]);
    const before = await snapshot();
    const upload = await checked(program, issuer.id, file);
    expect(await snapshot()).toEqual(before);
    expect(upload).toMatchObject({
      status: 'checked',
      rowCount: 7,
      faultCount: 0,
      actions: { create: 7 },
      fileName: 'structure.xlsx'
    });
    expect((await uploadRows(program, upload.id))[2]).toMatchObject({
      row: 4,
      kind: 'account',
      cardNumber: `•••• ${card.slice(-4)}`,
      actions: ['create']
    });
    expect(await applied(program, upload)).toMatchObject({ status: 'applied' });
    expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
    const [group, fjord, team] = [
      await byNumber(issuer, 'G7'),
      await byNumber(issuer, 'C7'),
      await byNumber(issuer, 'T2')
    ];
    expect(fjord.parent_id).toBe(group.id);
    expect((await byNumber(issuer, 'P9')).parent_id).toBe(company.id);
    const [kim] = await database.current.query<{ id: string }>('SELECT id FROM nodes WHERE parent_id = $1', [team.id]);
    const account = await seenAccount(program, kim?.id as string);
    expect(account).toMatchObject({
      cardNumber: `•••• ${card.slice(-4)}`,
      currency: 'DKK',
      creditLimit: '1500.5',
      openedOn: '2026-02-01'
    });
    const [kept] = await database.current.query<{ card_number_encrypted: Buffer }>(
      'SELECT card_number_encrypted FROM accounts WHERE id = $1',
      [kim?.id]
    );
    expect(readCardNumber(issuer.id, kim?.id as string, kept?.card_number_encrypted as Buffer)).toBe(card);
    const audit = await database.current.query<{ action: string; details: Record<string, unknown> }>(
      'SELECT action, details FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
      [upload.id]
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'structure.upload_started',
      'structure.upload_apply_started',
      'structure.uploaded'
    ]);
    expect(audit[2]?.details).toMatchObject({ create: 7, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const ofKim = await database.current.query(
      'SELECT actor_user_id, action, entity, node_id, details FROM audit_entries WHERE entity_id = $1',
      [kim?.id]
    );
    expect(ofKim).toEqual([
      {
        actor_user_id: program.userId,
        action: 'account.created',
        entity: 'account',
        node_id: kim?.id,
        details: expect.objectContaining({
          'after.name1': expect.any(String),
          'after.card': `•••• ${card.slice(-4)}`,
          'after.creditLimit': '1500.5',
          upload: upload.id
        })
      }
    ]);
    await expect(
      database.current.query("UPDATE structure_upload_rows SET name_1 = 'x' WHERE upload_id = $1", [upload.id])
    ).rejects.toThrow('rewritten');
  });

  test('changes, moves and closes what a download refers to, and leaves alone what is the same', async () => {
    const { issuer, company, point, below, account, program } = await aWorld();
    const { rows } = await sheet(await downloadStructure(program, company.id, ORIGIN));
    expect(rows.map((row) => row.Kind)).toEqual(['company', 'account_group', 'org_point', 'org_point', 'account']);
    expect(rows[4]).toMatchObject({
      Reference: account.id,
      Company: 'C1',
      Parent: 'P2',
      'Card number': '•••• 1234',
      Status: 'active'
    });
    const fields = Object.entries(UPLOAD_COLUMNS);
    const edited = rows.map((row) =>
      Object.fromEntries(fields.map(([field, { header }]) => [field, row[header] ?? '']))
    ) as SheetFields[];
    const same = await checked(program, company.id, aStructureFile(edited));
    expect(same).toMatchObject({ faultCount: 0, rowCount: 5, actions: {} });
    expect(await applyUpload(program, same.id, ORIGIN)).toEqual(refused({ code: 'upload.not.applicable' }));
    Object.assign(edited[2] as object, { name1: 'Sales & Service', number: 'P10' });
    Object.assign(edited[3] as object, { parentKind: '', parent: '' });
    Object.assign(edited[4] as object, { status: 'closed', creditLimit: '250' });
    const upload = await checked(program, company.id, aStructureFile(edited));
    expect(await faultsOf(program, upload)).toEqual([]);
    expect(upload.actions).toEqual({ change: 2, move: 1, close: 1 });
    expect(await uploadRows(program, upload.id)).toMatchObject([
      { row: 4, actions: ['change'], changes: { Number: ['P1', 'P10'], 'Name 1': ['Sales', 'Sales & Service'] } },
      { row: 5, actions: ['move'], changes: { Parent: ['P1', 'C1'] } },
      { row: 6, actions: ['change', 'close'], changes: { Status: ['active', 'closed'], 'Credit limit': [null, '250'] } }
    ]);
    expect(await uploadRows(program, upload.id, { action: 'move' })).toHaveLength(1);
    await applied(program, upload);
    expect(await node(program, point)).toMatchObject({ number: 'P10', name1: 'Sales & Service', version: 2 });
    expect(await node(program, below)).toMatchObject({ parentId: company.id, version: 2 });
    expect(await node(program, account)).toMatchObject({ status: 'closed' });
    expect(await seenAccount(program, account.id)).toMatchObject({ state: 'closed', creditLimit: '250' });
    expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
    // Each record has its own entries, as if it had been changed by hand, and the chain holds.
    const entries = await database.current.query(
      "SELECT action, entity_id, details FROM audit_entries WHERE issuer_id = $1 AND details ? 'upload' ORDER BY sequence",
      [issuer.id]
    );
    const upl = { upload: upload.id };
    expect(entries).toEqual([
      {
        action: 'structure.changed',
        entity_id: point.id,
        details: {
          'before.number': 'P1',
          'after.number': 'P10',
          'before.name1': 'Sales',
          'after.name1': 'Sales & Service',
          ...upl
        }
      },
      {
        action: 'structure.moved',
        entity_id: below.id,
        details: { 'before.parent': 'P1', 'after.parent': 'C1', ...upl }
      },
      {
        action: 'account.changed',
        entity_id: account.id,
        details: { 'before.creditLimit': null, 'after.creditLimit': '250', ...upl }
      },
      {
        action: 'account.close',
        entity_id: account.id,
        details: { 'before.state': 'active', 'after.state': 'closed', ...upl }
      }
    ]);
    expect(await database.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id])).toEqual([]);
    // An administrator of the part sees in the audit how their record was changed.
    const administrator = await aPrincipalAt(database.current, 'C', company);
    const list = auditListing({ entity: 'account', recordId: account.id });
    const { rows: told } = await listPage(administrator, list, readQuery(list, { recordId: account.id }));
    expect(told.map(({ action }) => action).sort()).toEqual(['account.changed', 'account.close']);
  });

  test('W19 C1.015 levels of org points never rise on the way down', async () => {
    const { issuer, program } = await aWorld();
    const rows = (level: string, top: string) => [
      {
        kind: 'org_point',
        company: 'C1',
        parentKind: 'account_group',
        parent: 'AG',
        number: 'P1',
        name1: 'Sales',
        level: top
      },
      { kind: 'org_point', company: 'C1', parentKind: 'org_point', parent: 'P2', number: 'P3', name1: 'New', level }
    ];
    const tried = async (level: string, top: string) =>
      faultsOf(program, await checked(program, issuer.id, aStructureFile(rows(level, top))));
    // P2 stands below P1, has level 2, and isn't in the file.
    expect(await tried('1', '1')).toEqual(['G3 structure.level.above.parent']);
    expect(await tried('2', '3')).toEqual(['G2 structure.level.below.children']);
    expect(await tried('2', '2')).toEqual([]);
  });

  test('tells every error by its row and column, and then writes nothing', async () => {
    const { issuer, other, point, account, program } = await aWorld();
    const card = aCardNumber();
    const file = aStructureFile(
      [
        { kind: 'department', number: 'X', name1: 'x' },
        { kind: '', number: 'X', name1: 'x' },
        { kind: 'company', number: 'C 9', name1: '<b>x</b>', currency: 'EURO' },
        { kind: 'company', number: 'C8', name1: '' },
        { kind: 'org_point', company: 'C1', number: 'N1', name1: 'x', level: '16' },
        { kind: 'org_point', company: 'NONE', number: 'N2', name1: 'x', level: '1' },
        { kind: 'org_point', number: 'N3', name1: 'x', level: '1' },
        { kind: 'org_point', company: 'C1', parent: 'NONE', number: 'N4', name1: 'x', level: '1' },
        { kind: 'account', company: 'C1', name1: 'x', cardNumber: '4111111111111112' },
        { kind: 'account', company: 'C1', name1: 'x' },
        { kind: 'account', company: 'C1', name1: 'x', cardNumber: card, level: '3' },
        { kind: 'account', company: 'C1', name1: 'x', cardNumber: card },
        {
          kind: 'org_point',
          reference: '00000000-0000-7000-8000-00000000ffff',
          company: 'C1',
          number: 'N5',
          name1: 'x',
          level: '1'
        },
        { kind: 'org_point', company: 'C1', number: 'N6', name1: 'x', level: '1' },
        { kind: 'org_point', company: 'C1', number: 'N6', name1: 'y', level: '1' },
        { kind: 'org_point', reference: point.id, company: 'C2', number: 'P1', name1: 'Sales', level: '1' },
        { kind: 'org_point', reference: point.id, company: 'C1', number: 'P1', name1: 'Sales', level: '1' },
        {
          kind: 'account',
          reference: account.id,
          company: 'C1',
          parent: 'P2',
          name1: 'x',
          status: 'replaced',
          openedOn: '31.12.2025'
        },
        { kind: 'org_point', company: 'C1', number: 'N7', name1: 'x', level: '1', status: 'closed' }
      ],
      [
        'reference',
        'kind',
        'company',
        'parent',
        'number',
        'name1',
        'level',
        'status',
        'currency',
        'cardNumber',
        'openedOn'
      ]
    );
    const before = await snapshot();
    const upload = await checked(program, issuer.id, file);
    expect(await faultsOf(program, upload)).toEqual([
      'B2 upload.word.unknown',
      'B3 required',
      'E4 structure.number.invalid',
      'F4 html.refused',
      'I4 currency.invalid',
      'F5 required',
      'I5 required',
      'G6 structure.level.invalid',
      'C7 upload.company.unknown',
      'C8 required',
      'D9 upload.parent.unknown',
      'J10 card.number.invalid',
      'J11 required',
      'G12 upload.not.for.kind',
      'J13 upload.card.twice',
      'A14 upload.reference.unknown',
      'E16 upload.number.twice',
      'C17 structure.move.across',
      'A18 upload.row.twice',
      'H19 account.state.forbids',
      'K19 date.iso.invalid',
      'H20 upload.new.closed'
    ]);
    expect(await applyUpload(program, upload.id, ORIGIN)).toEqual(refused({ code: 'upload.not.applicable' }));
    expect(await snapshot()).toEqual(before);
    expect(await node(program, other)).not.toBeNull();
  });

  test('refuses circles, wrong places, what is closed above, and closing what has something active below', async () => {
    const db = database.current;
    const { issuer, company, accountGroup, point, below, account, program } = await aWorld();
    const closed = await anOrgPoint(db, company, { number: 'OLD', status: 'closed' });
    const columns = [
      'reference',
      'kind',
      'company',
      'parentKind',
      'parent',
      'number',
      'level',
      'name1',
      'status'
    ] as const;
    const check = async (rows: SheetFields[]) =>
      faultsOf(program, await checked(program, issuer.id, aStructureFile(rows, columns)));
    const row = (fields: SheetFields): SheetFields => ({
      kind: 'org_point',
      company: 'C1',
      level: '1',
      name1: 'x',
      ...fields
    });
    expect(await check([row({ reference: point.id, number: 'P1', parent: 'P2', level: '2' })])).toEqual([
      'E2 structure.move.into.itself'
    ]);
    expect(await check([row({ number: 'N1', parent: 'N2' }), row({ number: 'N2', parent: 'N1' })])).toEqual([
      'E2 structure.move.into.itself',
      'E3 structure.move.into.itself'
    ]);
    expect(await check([row({ number: 'N1', parent: 'OLD' })])).toEqual(['E2 structure.parent.closed']);
    expect(await check([row({ kind: 'account_group', number: 'A9', parent: 'P1', level: '' })])).toEqual([
      'E2 structure.misplaced'
    ]);
    expect(await check([row({ reference: below.id, number: 'P2', parent: 'P1', status: 'closed' })])).toEqual([
      'I2 structure.close.active.below'
    ]);
    expect(await check([row({ reference: below.id, number: 'P2', parent: 'P1', status: 'suspended' })])).toEqual([
      'I2 upload.status.kind'
    ]);
    const closing = [
      row({ reference: below.id, number: 'P2', parent: 'P1', status: 'closed', level: '2' }),
      row({ kind: 'account', reference: account.id, parent: 'P2', level: '', name1: 'Robin Example', status: 'closed' })
    ];
    expect(await check(closing)).toEqual([]);
    const deep = Array.from({ length: 19 }, (_, at) => row({ number: `D${at}`, parent: at ? `D${at - 1}` : '' }));
    expect(await check(deep)).toEqual(['E19 structure.too.deep', 'E20 structure.too.deep']);
    expect(closed.number).toBe('OLD');
    expect(accountGroup.number).toBe('AG');
  });

  test('moves that go together arrive together', async () => {
    const { issuer, company, accountGroup, point, below, account, program } = await aWorld();
    // P2 goes up, P1 below it, the account below a new point below P1, and its group stays.
    const upload = await checked(
      program,
      company.id,
      aStructureFile([
        {
          reference: point.id,
          kind: 'org_point',
          parentKind: 'org_point',
          parent: 'P2',
          number: 'P1',
          name1: 'Sales',
          level: '2'
        },
        {
          reference: below.id,
          kind: 'org_point',
          parentKind: 'account_group',
          parent: 'AG',
          number: 'P2',
          name1: 'Inside'
        },
        { kind: 'org_point', parentKind: 'org_point', parent: 'P1', number: 'P3', name1: 'New', level: '3' },
        { reference: account.id, kind: 'account', parentKind: 'org_point', parent: 'P3', name1: 'Robin Example' }
      ])
    );
    expect(await faultsOf(program, upload)).toEqual([]);
    expect(upload.actions).toEqual({ change: 1, create: 1, move: 3 });
    await applied(program, upload);
    expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
    const [moved, inside, created] = [
      await node(program, point),
      await node(program, below),
      await byNumber(issuer, 'P3')
    ];
    expect(inside?.parentId).toBe(accountGroup.id);
    expect(moved?.parentId).toBe(below.id);
    expect((await node(program, account))?.path).toBe(created.path + account.path.slice(-8));
    expect(created.path.startsWith(moved?.path as string)).toBe(true);
  });

  test('is stale when what it looked at has changed since', async () => {
    const { issuer, company, accountGroup, point, below, program } = await aWorld();
    const fresh = (fields: SheetFields) =>
      checked(program, issuer.id, aStructureFile([{ kind: 'org_point', company: 'C1', level: '1', ...fields }]));
    const stale = async (upload: { id: string }) =>
      expect(await applied(program, upload)).toMatchObject({ status: 'failed', refusal: { code: 'upload.stale' } });
    // Its parent was closed.
    const closing = await anOrgPoint(database.current, company, { number: 'P5' });
    const first = await fresh({ number: 'N1', name1: 'x', parent: 'P5' });
    await changeNodeStatus(program, closing.id, { event: 'close', version: 1 }, ORIGIN);
    await stale(first);
    // Its number was taken.
    const second = await fresh({ number: 'N2', name1: 'x' });
    await createNode(
      program,
      company.id,
      { kind: 'org_point', number: 'N2', name1: 'y', name2: null, level: 1 },
      ORIGIN
    );
    await stale(second);
    // Two moves that would make a circle together: P9 below P2 here, and P1, which P2 is below, below P9 meanwhile.
    const nine = await anOrgPoint(database.current, company, { number: 'P9' });
    const third = await fresh({ reference: nine.id, number: 'P9', name1: nine.name, parent: 'P2', level: '2' });
    expect(third).toMatchObject({ faultCount: 0, actions: { move: 1 } });
    await moveNode(program, point.id, { parentId: nine.id, version: 1 }, ORIGIN);
    await stale(third);
    expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
    // What has nothing to do with it changes nothing.
    const fourth = await fresh({ number: 'N4', name1: 'x', parent: 'P2', level: '2' });
    await moveNode(program, point.id, { parentId: accountGroup.id, version: 2 }, ORIGIN);
    expect(await applied(program, fourth)).toMatchObject({ status: 'applied' });
    expect((await byNumber(issuer, 'N4')).path.startsWith((await node(program, below))?.path as string)).toBe(true);
  });

  test('changes nothing outside the uploader’s part', async () => {
    const db = database.current;
    const { issuer, group, company, other, point } = await aWorld();
    const c = await aPrincipalAt(db, 'C', company);
    const elsewhere = await anOrgPoint(db, other, { number: 'E1' });
    await aCompany(db, issuer, { number: 'C3' });
    const check = async (rows: SheetFields[]) =>
      faultsOf(
        c,
        await checked(
          c,
          company.id,
          aStructureFile(rows, ['reference', 'kind', 'company', 'parent', 'number', 'name1', 'level', 'currency'])
        )
      );
    expect(
      await check([
        { kind: 'org_point', company: 'C3', number: 'N1', name1: 'x', level: '1' },
        { kind: 'org_point', reference: elsewhere.id, number: 'E1', name1: 'x', level: '1' },
        { kind: 'company', number: 'C9', name1: 'x', currency: 'EUR' },
        { kind: 'company_group', number: 'G9', name1: 'x' },
        { kind: 'company', number: 'C2', name1: 'x', currency: 'EUR' }
      ])
    ).toEqual([
      'C2 upload.company.unknown',
      'A3 upload.reference.unknown',
      'B4 upload.outside',
      'B5 upload.outside',
      'B6 upload.outside',
      'E6 structure.number.taken'
    ]);
    // Their own company they rename, and what is below it they build.
    expect(
      await check([
        { kind: 'company', number: 'C1', name1: 'Acme Corporation', currency: 'EUR' },
        { kind: 'org_point', reference: point.id, number: 'P1', name1: 'x', level: '1', parent: '' }
      ])
    ).toEqual([]);
    const file = xlsxFile(aStructureFile([{ kind: 'org_point', number: 'N1', name1: 'x', level: '1' }]));
    for (const place of [group, issuer, other, point])
      expect(await startUpload(c, place.id, file, ORIGIN)).toEqual(refused({ code: 'not.found' }));
    expect(await startUpload(await aPrincipalAt(db, 'O', point), point.id, file, ORIGIN)).toEqual(
      refused({ code: 'forbidden.action' })
    );
    expect(await startUpload(await aPrincipalAt(db, 'Z', null), company.id, file, ORIGIN)).toEqual(
      refused({ code: 'forbidden.action' })
    );
  });

  test('is visible to its creator only, and its card numbers to nobody', async () => {
    const { company, program } = await aWorld();
    const card = aCardNumber();
    const upload = await checked(
      program,
      company.id,
      aStructureFile([{ kind: 'account', name1: 'x', cardNumber: card }])
    );
    const colleague = await aPrincipalAt(database.current, 'C', company);
    expect(await seenUpload(colleague, upload.id)).toBeNull();
    expect(await uploadRows(colleague, upload.id)).toEqual([]);
    expect(await applyUpload(colleague, upload.id, ORIGIN)).toEqual(refused({ code: 'not.found' }));
    expect((await recentUploads(program))[0]).toMatchObject({ id: upload.id });
    expect(await recentUploads(colleague)).toEqual([]);
    for (const table of ['structure_upload_rows', 'structure_uploads', 'jobs', 'audit_entries', 'files']) {
      const [found] = await database.current.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${table} t`
      );
      expect(found?.text).not.toContain(card);
    }
    expect(await database.current.query('SELECT 1 FROM files WHERE issuer_id = $1', [company.issuerId])).toEqual([]);
  });

  test('of what is no spreadsheet, has no headings or holds formulas is refused', async () => {
    const { company, program } = await aWorld();
    const start = (bytes: Uint8Array) => startUpload(program, company.id, xlsxFile(bytes), ORIGIN);
    expect(await start(Buffer.from('Kind;Number'))).toMatchObject({ refusal: { code: 'file.type.unsupported' } });
    expect(await start(Buffer.alloc(4 * 1024 * 1024 + 1))).toMatchObject({ refusal: { code: 'file.too.large' } });
    await withSetting(database.current, { issuerId: company.issuerId }, 'structure.upload.megabytes', 1);
    // CD.12: less where it is set so.
    expect(await start(Buffer.alloc(1024 * 1024 + 1))).toEqual(
      refused({ code: 'file.too.large', field: 'file', params: { megabytes: 1 } })
    );
    expect(await start(aZip({ ...workbookParts('<row/>'), 'xl/vbaProject.bin': 'x' }))).toMatchObject({
      refusal: { code: 'spreadsheet.macros' }
    });
    const headings = '<row><c t="inlineStr"><is><t>Kind</t></is></c><c t="inlineStr"><is><t>Name 1</t></is></c></row>';
    const formula = aZip(workbookParts(`${headings}<row><c t="str"><f>A1</f><v>org_point</v></c></row>`));
    expect(await faultsOf(program, await checked(program, company.id, formula))).toEqual([
      'A2 spreadsheet.cell.formula'
    ]);
    const wrong = aStructureFile([{ name1: 'x' }]);
    expect(await faultsOf(program, await checked(program, company.id, wrong))).toEqual(['1 upload.heading.missing']);
    const damaged = await checked(program, company.id, aZip(workbookParts(`${headings}<row>`)));
    expect(damaged).toMatchObject({ status: 'failed', refusal: { code: 'spreadsheet.not.xlsx' } });
  });

  test('C8.019 is scanned for viruses like every other file', async () => {
    const { company, program } = await aWorld();
    const scanner = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end('stream: Eicar-Test FOUND\0');
    });
    await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve));
    config().CLAMD_URL = `tcp://127.0.0.1:${(scanner.address() as AddressInfo).port}`;
    try {
      const file = xlsxFile(aStructureFile([{ kind: 'org_point', number: 'N1', name1: 'x', level: '1' }]));
      expect(await startUpload(program, company.id, file, ORIGIN)).toEqual(
        refused({ code: 'file.virus.found', field: 'file' })
      );
    } finally {
      config().CLAMD_URL = undefined;
      await new Promise((resolve) => scanner.close(resolve));
    }
    expect(
      await database.current.query('SELECT action, details FROM audit_entries WHERE issuer_id = $1', [company.issuerId])
    ).toEqual([{ action: 'upload.virus_found', details: { name: 'x.xlsx' } }]);
    expect(await recentUploads(program)).toEqual([]);
  });

  test('is applied with the powers that one still has', async () => {
    const { company } = await aWorld();
    const db = database.current;
    const person = await aUserAt(db, 'C', company);
    const before = await principalFor(db, person);
    const upload = await checked(
      before,
      company.id,
      aStructureFile([{ kind: 'account', name1: 'x', cardNumber: aCardNumber() }])
    );
    expect(upload).toMatchObject({ status: 'checked', faultCount: 0 });
    const template = await anAuthorityTemplate(db, 'C', company, ['structure_upload.view', 'structure_upload.run']);
    await db.query('UPDATE assignments SET authority_template_id = $2 WHERE id = $1', [person.assignmentId, template]);
    const after = await principalFor(db, person);
    expect(await applyUpload(after, upload.id, ORIGIN)).toEqual(refused({ code: 'forbidden.action' }));
    expect((await applyUpload(before, upload.id, ORIGIN)).ok).toBe(true);
    const { jobId } = (await seenUpload(before, upload.id)) as { jobId: string };
    const other = await aUserAt(db, 'I', { ...company, id: company.issuerId, kind: 'issuer' });
    const accessor = { issuerId: other.issuerId, userId: other.id };
    expect((await cancelJob({ ...before, accessor }, jobId, ORIGIN)).ok).toBe(true);
    // Who looks through another's eyes is named.
    expect(
      await db.query('SELECT actor_user_id, accessor_user_id FROM audit_entries WHERE entity_id = $1', [jobId])
    ).toEqual([{ actor_user_id: person.id, accessor_user_id: other.id }]);
  });

  test('runs once at a time on a node, and can be cancelled', async () => {
    const { company, program } = await aWorld();
    const file = xlsxFile(aStructureFile([{ kind: 'org_point', number: 'N1', name1: 'x', level: '1' }]));
    const started = await startUpload(program, company.id, file, ORIGIN);
    expect(await startUpload(program, company.id, file, ORIGIN)).toEqual(refused({ code: 'job.running' }));
    if (!started.ok) throw new Error();
    const upload = await seenUpload(program, started.value);
    expect(await cancelJob(program, upload?.jobId as string, ORIGIN)).toEqual(accepted(null));
    expect(await seenUpload(program, started.value)).toMatchObject({ status: 'checking' });
    expect((await startUpload(program, company.id, file, ORIGIN)).ok).toBe(true);
    await database.current.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE finished_at IS NULL");
  });

  test('CD.35 goes on after a worker was killed, and is applied once', async () => {
    const { issuer, company, program } = await aWorld();
    const rows = Array.from({ length: 8_000 }, (_, at) => ({
      kind: 'org_point',
      number: `N${at}`,
      name1: `Department ${at}`,
      level: '1',
      parentKind: 'org_point',
      parent: at < 10 ? '' : `N${Math.floor(at / 10)}`
    }));
    const uploadId = granted(await startUpload(program, company.id, xlsxFile(aStructureFile(rows)), ORIGIN));
    const isOnTheWay = ({ done, total }: JobProgress) => done > 0 || Boolean(total);
    const jobOf = async () => (await seenUpload(program, uploadId))?.jobId as string;
    await killedWhen(program, await jobOf(), isOnTheWay);
    await untilEnded(program, await jobOf());
    const upload = await seenUpload(program, uploadId);
    expect(upload).toMatchObject({ status: 'checked', faultCount: 0, actions: { create: 8_000 } });
    expect(await applyUpload(program, uploadId, ORIGIN)).toEqual(accepted(null));
    await killedWhen(program, await jobOf(), isOnTheWay);
    await untilEnded(program, await jobOf());
    expect(await seenUpload(program, uploadId)).toMatchObject({ status: 'applied' });
    const [counted] = await database.current.query(
      "SELECT count(*)::int FROM nodes WHERE company_id = $1 AND number LIKE 'N%'",
      [company.id]
    );
    expect(counted).toEqual({ count: 8_000 });
    const [audited] = await database.current.query(
      "SELECT count(*)::int, count(DISTINCT entity_id)::int AS records FROM audit_entries WHERE details->>'upload' = $1",
      [uploadId]
    );
    expect(audited).toEqual({ count: 8_000, records: 8_000 });
    expect(await database.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id])).toEqual([]);
    expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
  }, 120_000);

  test('of anything at random is refused, or leaves the structure whole and as the file says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const random = randomOf(seed);
        const { issuer, company, point, below, accountGroup, program } = await aWorld();
        const more = [
          await anOrgPoint(database.current, company, { number: 'P3' }),
          await anOrgPoint(database.current, below, { number: 'P4' })
        ];
        const known = [point, below, ...more];
        const numbers = [...known.map(({ number }) => number as string), 'N1', 'N2', 'N3'];
        const rows = numbers
          .filter(() => random.chance(0.7))
          .map((number): SheetFields => {
            const parent = random.pick([...numbers, '', 'AG']);
            return {
              reference: known.find((point) => point.number === number)?.id ?? '',
              kind: 'org_point',
              number,
              name1: `Point ${number}`,
              level: '1',
              parentKind: parent === 'AG' ? 'account_group' : 'org_point',
              parent
            };
          });
        if (rows.length === 0) return;
        const upload = await checked(program, company.id, aStructureFile(rows));
        if (upload.faultCount > 0) return;
        expect(await applied(program, upload)).toMatchObject({ status: 'applied' });
        expect(await misplacedNodes(database.current, issuer.id)).toEqual([]);
        for (const { number, parent } of rows) {
          const stands = parent === 'AG' ? accountGroup : parent ? await byNumber(issuer, parent) : company;
          expect((await byNumber(issuer, number as string)).parent_id).toBe(stands.id);
        }
      }),
      { numRuns: 25, endOnFailure: true }
    );
  }, 120_000);

  test('has a template whose headings it takes', async () => {
    const { company, program } = await aWorld();
    const { bytes } = await sheet(uploadTemplate());
    expect(await checked(program, company.id, bytes)).toMatchObject({ status: 'checked', faultCount: 0, rowCount: 0 });
  });
});

test('C2.007 a download has what one sees and nothing else', async () => {
  const db = database.current;
  const { issuer, company, other, point, account } = await aWorld();
  const c = await aPrincipalAt(db, 'C', company);
  expect(await downloadStructure(c, other.id, ORIGIN)).toBeNull();
  expect(await downloadStructure(c, issuer.id, ORIGIN)).toBeNull();
  const { rows } = await sheet(await downloadStructure(c, company.id, ORIGIN));
  // The company group above is nobody's to see.
  expect(rows[0]).toMatchObject({ Kind: 'company', Parent: '', 'Parent kind': '' });
  expect((await sheet(await downloadStructure(c, point.id, ORIGIN))).rows.map((row) => row.Reference)).toContain(
    account.id
  );
  expect(await downloadStructure(await aPrincipalAt(db, 'O', point), point.id, ORIGIN)).toBeNull();
});

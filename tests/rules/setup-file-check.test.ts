import type { Principal } from '@/lib/access/policy/principal';
import { inTurn } from '@/lib/core/server/turns';
import { broughtFile, keepBroughtFile, keepCheck, keptCheck } from '@/lib/kit/setup/brought-files';
import { checkedFor, checkFile } from '@/lib/kit/setup/check-file';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { Reader } from '@/lib/kit/setup/file-columns';
import { importRecords } from '@/lib/kit/setup/import-records';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { READER, recordsOf } from '../support/setup';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';

const world = useDatabase();
const entity = entityNamed('tax-rate');
let issuer: StructureNode;
let at: RecordListAddress;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  at = recordsOf(await aCompany(world.current, issuer));
});

const somebody = () => aPrincipalAt(world.current, 'I', issuer);
const bring = (by: Principal, text = 'Name,Rate\nFull,20\nLow,5\n') =>
  keepBroughtFile(by, { name: 'rates.csv', bytes: Buffer.from(text) });
const look = (by: Principal, id: string, address = at, reader: Reader = READER) =>
  checkFile(by, entity, address, id, reader, ORIGIN);
/** Makes the bytes useless: whoever reads them again is found out. */
const spoil = (id: string) => world.current.query("UPDATE files SET bytes = '\\x00' WHERE id = $1", [id]);

/** Somebody whose import runs until it is let go on. */
function atWork(person: string) {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const done = inTurn('import', person, 2, () => held);
  return async () => {
    goOn();
    await done;
  };
}

describe('F-7 a brought file', () => {
  test('is read once, however often its page is looked at', async () => {
    const by = await somebody();
    const id = await bring(by);
    const first = await look(by, id);
    expect(first).toMatchObject({ name: 'rates.csv', outcome: { created: 2, faultCount: 0, applied: false } });
    await spoil(id);
    for (let n = 0; n < 3; n++) expect(await look(by, id)).toEqual(first);
  });

  test('with faults keeps them, at their rows and columns', async () => {
    const by = await somebody();
    const id = await bring(by, 'Name,Rate\nFull,many\n');
    const first = await look(by, id);
    expect(first?.outcome).toMatchObject({ faultCount: 1, faults: [{ row: 2, column: 'Rate' }] });
    await spoil(id);
    expect(await look(by, id)).toEqual(first);
  });

  test('that can’t be read at all says so without being read again', async () => {
    const by = await somebody();
    const id = await bring(by, 'Name,Rate\n');
    expect((await look(by, id))?.outcome).toEqual({ code: 'import.empty' });
    await spoil(id);
    expect((await look(by, id))?.outcome).toEqual({ code: 'import.empty' });
  });

  test('is read anew for another place, since other records are there', async () => {
    const by = await somebody();
    const id = await bring(by);
    await look(by, id);
    await spoil(id);
    const elsewhere = recordsOf(await aCompany(world.current, issuer));
    expect((await look(by, id, elsewhere))?.outcome).toMatchObject({ code: expect.any(String) });
  });

  test('tells what was found last when it was to be taken over', async () => {
    const by = await somebody();
    const id = await bring(by);
    await look(by, id);
    const later = { created: 0, changed: 0, unchanged: 0, faults: [], faultCount: 7, applied: false };
    await keepCheck(by, id, { for: checkedFor(entity, at, READER), outcome: later });
    expect((await look(by, id))?.outcome).toEqual(later);
  });

  test('and what would come of it are nobody else’s', async () => {
    const [by, other] = [await somebody(), await somebody()];
    const id = await bring(by);
    await look(by, id);
    expect(await look(other, id)).toBeNull();
    expect(await keptCheck(other, id)).toBeNull();
    await keepCheck(other, id, { for: 'x', outcome: { code: 'not.found' } });
    expect((await keptCheck(by, id))?.check?.for).toBe(checkedFor(entity, at, READER));
    expect(await broughtFile(other, id)).toBeNull();
  });
});

describe('F-7 imports at once', () => {
  const file = { name: 'rates.csv', bytes: Buffer.from('Name,Rate\nFull,20\n') };
  const take = (by: Principal, apply = false) => importRecords(by, entity, at, file, { ...READER, apply }, ORIGIN);
  const BUSY = { code: 'import.busy' };

  test('are two in a process; a third is refused, and nothing of it is stored', async () => {
    const by = await somebody();
    const id = await bring(by);
    const finish = [atWork('a'), atWork('b')];
    for (const apply of [true, false]) expect(await take(by, apply)).toEqual(BUSY);
    expect((await look(by, id))?.outcome).toEqual(BUSY);
    await finish[0]?.();
    expect((await look(by, id))?.outcome).toMatchObject({ created: 2 });
    await finish[1]?.();
  });

  test('are one of a person', async () => {
    const [by, other] = [await somebody(), await somebody()];
    const finish = atWork(`${by.issuerId}/${by.userId}`);
    expect(await take(by)).toEqual(BUSY);
    expect(await take(other)).toMatchObject({ created: 1 });
    await finish();
    expect(await take(by)).toMatchObject({ created: 1 });
  });

  test('of sixty at once are two, and the turns are free after them', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, somebody));
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, n) => take(people[n % 12] as Principal)));
    const busy = outcomes.filter((outcome) => 'code' in outcome);
    expect(busy).toEqual(Array.from({ length: busy.length }, () => BUSY));
    expect(busy.length).toBeGreaterThanOrEqual(50);
    expect(await take(people[0] as Principal)).toMatchObject({ created: 1 });
  });

  test('that fail give their turn back', async () => {
    for (let n = 0; n < 3; n++)
      await expect(inTurn('import', 'same', 2, () => Promise.reject(new Error('fails')))).rejects.toThrow('fails');
    expect(await inTurn('import', 'same', 2, async () => 'done')).toBe('done');
  });
});

import { type DraftChange, type ShownPlace, tickOf, toggled, withDraft } from '@/app/workspace/set-up/places-draft';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { assignPlaces, type PlaceChange } from '@/lib/kit/setup/assign-places';
import { assignedPlaces, firstPlaces, isAssignment, type PlacesAsked } from '@/lib/kit/setup/assigned-places';
import { ENTITIES, entityNamed } from '@/lib/kit/setup/entities';
import { codingsOf } from '@/lib/money/allocation/schemes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, recordNow, recordsOf, refusalsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
const SCHEMES = entityNamed('scheme-assignment');
let issuer: StructureNode;
let company: StructureNode;
let north: StructureNode;
let harbour: StructureNode;
let south: StructureNode;
let by: Principal;
let costs: string;
let travel: string;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  north = await anOrgPoint(db, company, { name: 'North' });
  harbour = await anOrgPoint(db, north, { name: 'Harbour', level: 2 });
  south = await anOrgPoint(db, company, { name: 'South' });
  by = await aPrincipalAt(db, 'C', company);
  costs = await aRecord(by, 'scheme', recordsOf(company), { name: 'Costs' });
  travel = await aRecord(by, 'scheme', recordsOf(company), { name: 'Travel' });
});

const on = ({ id }: StructureNode, instead: string | null = null): PlaceChange => ({ id, assigned: true, instead });
const off = ({ id }: StructureNode): PlaceChange => ({ id, assigned: false, instead: null });
const save = async (scheme: string, ...changes: PlaceChange[]) =>
  refusalsOf(await assignPlaces(by, SCHEMES, recordsOf(company, scheme), changes, ORIGIN));

/** The places as texts: name, ticked here or what else is, and what is in force above. */
async function places(scheme: string, asked?: PlacesAsked, principal = by) {
  const list = recordsOf(company, scheme);
  const read = asked
    ? await assignedPlaces(principal, SCHEMES, list, asked)
    : await firstPlaces(principal, SCHEMES, list);
  return read?.places.map(({ name, isAssigned, other, above: [nearest] }) =>
    [
      name === company.name ? 'Company' : name,
      isAssigned ? 'on' : (other?.name ?? 'off'),
      ...(nearest ? [`${nearest.by ?? 'this'} from ${nearest.place === company.name ? 'Company' : nearest.place}`] : [])
    ].join(', ')
  );
}

const inForce = async ({ path }: StructureNode) =>
  transaction(
    async (tx) =>
      (await codingsOf(tx, { issuerId: issuer.id, companyId: company.id }, [path])).get(path)?.scheme?.name ?? null
  );

describe('C8.034 a scheme is assigned by ticks in the tree of its company:', () => {
  test('in one save it gets places and leaves others, and what is inside follows', async () => {
    expect(await save(costs, on(company), on(harbour))).toEqual([]);
    expect(await places(costs)).toEqual([
      'Company, on',
      'Harbour, on, this from Company',
      'North, off, this from Company',
      'South, off, this from Company'
    ]);
    expect(await save(costs, off(company), on(south), on(harbour))).toEqual([]);
    expect(await places(costs)).toEqual(['Company, off', 'Harbour, on', 'North, off', 'South, on']);
    expect([await inForce(harbour), await inForce(north), await inForce(south)]).toEqual(['Costs', null, 'Costs']);
  });

  test('each change is audited, and a refused save changes and audits nothing', async () => {
    const stranger = await anOrgPoint(world.current, await aCompany(world.current, issuer));
    const entries = async () => {
      const rows = await world.current.query<{ action: string }>(
        "SELECT action FROM audit_entries WHERE issuer_id = $1 AND entity = 'scheme_assignment' ORDER BY sequence",
        [issuer.id]
      );
      return rows.map(({ action }) => action);
    };
    expect(await save(costs, on(north), on(stranger))).toEqual(['node choice.invalid']);
    expect([await entries(), await inForce(north)]).toEqual([[], null]);
    await save(costs, on(north), on(south));
    await save(costs, off(south), on(harbour));
    expect(await entries()).toEqual(['setup.created', 'setup.created', 'setup.deleted', 'setup.created']);
  });

  test('another scheme gives way only to a user who saw it there', async () => {
    await save(travel, on(north));
    expect(await places(costs)).toEqual([
      'Company, off',
      'Harbour, off, Travel from North',
      'North, Travel',
      'South, off'
    ]);
    expect(await save(costs, on(south), on(north))).toEqual(['node setup.places.taken']);
    expect(await inForce(south)).toBeNull();
    expect(await save(costs, on(north, travel))).toEqual([]);
    expect([await inForce(north), await places(travel)]).toEqual([
      'Costs',
      ['Company, off', 'Harbour, off, Costs from North', 'North, Costs', 'South, off']
    ]);
    // What isn't this scheme's own isn't taken away.
    expect(await save(travel, off(north))).toEqual([]);
    expect(await inForce(north)).toBe('Costs');
  });

  test('an inactive assignment is no tick, and a tick makes it active again', async () => {
    await save(costs, on(north));
    const [row] = await world.current.query<{ id: string }>(
      "SELECT id FROM setup_records WHERE issuer_id = $1 AND entity = 'scheme-assignment'",
      [issuer.id]
    );
    const id = row?.id as string;
    const { version } = await recordNow(by, 'scheme-assignment', issuer.id, id);
    await activateRecord(by, SCHEMES, { issuerId: issuer.id, id, version }, false, ORIGIN);
    expect((await places(costs, { under: company.id }))?.[0]).toBe('North, off');
    await save(costs, on(north));
    expect((await places(costs, { under: company.id }))?.[0]).toBe('North, on');
    expect((await recordNow(by, 'scheme-assignment', issuer.id, id)).active).toBe(true);
  });

  test('places are found by text and by their ticks, each with what is around it', async () => {
    await save(costs, on(south));
    expect(await places(costs, { text: 'harb' })).toEqual(['Harbour, off']);
    expect(await places(costs, { onlyAssigned: true })).toEqual(['South, on']);
    const found = await assignedPlaces(by, SCHEMES, recordsOf(company, costs), { text: 'harb' });
    expect(found?.places[0]?.around).toEqual([company.name, 'North']);
  });

  test('who has a part of the company sees that part, with what applies from above, and changes nothing', async () => {
    await save(costs, on(company));
    const O = await aPrincipalAt(world.current, 'O', north);
    expect(await places(costs, undefined, O)).toEqual([
      'Harbour, off, this from Company',
      'North, off, this from Company'
    ]);
    expect(await places(costs, {}, O)).toEqual(['North, off, this from Company']);
    const outcome = await assignPlaces(O, SCHEMES, recordsOf(company, costs), [on(north)], ORIGIN);
    expect(refusalsOf(outcome)).toEqual(['user.not.authorized']);
  });

  test('a large structure is read branch by branch, and a large branch in parts', async () => {
    await world.current.query(
      `INSERT INTO nodes (issuer_id, id, parent_id, kind, number, name_1, level)
       SELECT issuer_id, gen_random_uuid(), id, 'org_point', 'W' || n, 'W' || lpad(n::text, 3, '0'), 1
       FROM nodes, generate_series(1, 205) n WHERE issuer_id = $1 AND id = $2`,
      [issuer.id, company.id]
    );
    const list = recordsOf(company, costs);
    expect((await firstPlaces(by, SCHEMES, list))?.places.map(({ id, opens }) => [id, opens])).toEqual([
      [company.id, true]
    ]);
    const first = await assignedPlaces(by, SCHEMES, list, { under: company.id });
    expect(first?.places).toHaveLength(200);
    const rest = await assignedPlaces(by, SCHEMES, list, { under: company.id, after: first?.next ?? undefined });
    expect(rest).toMatchObject({ next: null });
    expect([...(first?.places ?? []), ...(rest?.places ?? [])].map(({ name }) => name)).toContain('W205');
    expect(rest?.places).toHaveLength(7);
    const many = Array.from({ length: 201 }, () => on(north));
    expect(await save(costs, ...many)).toEqual(['setup.places.too.many']);
  });

  test('a subset is assigned to accounts too, beside the subsets of other schemes', async () => {
    const account = await anAccount(world.current, north);
    const few = await aRecord(by, 'subset', recordsOf(company, costs), { name: 'Few' });
    const trips = await aRecord(by, 'subset', recordsOf(company, travel), { name: 'Trips' });
    const subsets = entityNamed('subset-assignment');
    const assign = (subset: string, change: PlaceChange) =>
      assignPlaces(by, subsets, recordsOf(company, subset), [change], ORIGIN);
    expect((await assign(few, on(account))).ok).toBe(true);
    expect((await assign(trips, on(north))).ok).toBe(true);
    const read = await assignedPlaces(by, subsets, recordsOf(company, few), { under: north.id });
    // Trips is of another scheme: it doesn't compete with Few.
    expect(read?.places.map(({ kind, isAssigned, above }) => [kind, isAssigned, above.length])).toEqual([
      ['org_point', false, 0],
      ['account', true, 0]
    ]);
  });
});

test('only what does nothing but name a place is assigned by ticks', () => {
  expect([...ENTITIES.values()].filter(isAssignment).map(({ name }) => name)).toEqual([
    'scheme-assignment',
    'subset-assignment'
  ]);
});

describe('before a save, the tree shows what it will do:', () => {
  const place = (id: string, path: string, more: Partial<ShownPlace> = {}): ShownPlace => ({
    id,
    path,
    name: id.toUpperCase(),
    parentId: null,
    opens: false,
    detail: '',
    around: '',
    isAssigned: false,
    other: null,
    above: [],
    ...more
  });
  const top = place('top', '1');
  const inner = place('inner', '12');
  const shown = (draft: ReadonlyMap<string, DraftChange>, ...of: ShownPlace[]) =>
    of.map((one) => tickOf(withDraft(one, draft)));

  test('a tick holds for what is inside, and goes with the second toggle', () => {
    const draft = toggled(new Map(), top);
    expect(shown(draft, top, inner)).toEqual(['on', 'inherited']);
    expect(withDraft(inner, draft).above).toEqual([{ id: 'top', path: '1', place: 'TOP', by: null }]);
    expect(toggled(draft, top).size).toBe(0);
  });

  test('without its tick, what is inside has that of the next place above', () => {
    const above = [
      { id: 'top', path: '1', place: 'TOP', by: null },
      { id: 'root', path: '', place: 'ROOT', by: 'Other' }
    ];
    const draft = toggled(new Map(), { ...top, isAssigned: true });
    expect(shown(new Map(), { ...inner, above })).toEqual(['inherited']);
    expect(shown(draft, { ...inner, above })).toEqual(['off']);
    expect(withDraft({ ...inner, above }, draft).above[0]?.by).toBe('Other');
  });

  test('a tick takes the place of the record that was assigned there', () => {
    const taken = { ...top, other: { id: 'other', name: 'Other' } };
    const below = { ...inner, above: [{ id: 'top', path: '1', place: 'TOP', by: 'Other' }] };
    expect(shown(new Map(), taken, below)).toEqual(['off', 'off']);
    const draft = toggled(new Map(), taken);
    expect(draft.get('top')?.instead).toBe('other');
    expect(shown(draft, taken, below)).toEqual(['on', 'inherited']);
  });
});

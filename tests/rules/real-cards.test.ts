import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { checkDigit } from '@/lib/core/secrets/card-digits';
import { decrypt } from '@/lib/core/secrets/encryption';
import { shiftClock } from '@/lib/core/server/clock';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { openSecret } from '@/lib/kit/setup/keep-secrets';
import { copiedValues } from '@/lib/kit/setup/kept-secrets';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { customizationOf } from '@/lib/money/purchasing/customization';
import { approveRequest } from '@/lib/money/purchasing/decide-request';
import { cardOf } from '@/lib/money/purchasing/details';
import { lapseCards } from '@/lib/money/purchasing/lapse-cards';
import { seenRequest } from '@/lib/money/purchasing/requests';
import { createRequest } from '@/lib/money/purchasing/save-request';
import { typeCards } from '@/lib/money/purchasing/type-cards';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest, entryOf, inGroup, type Offered } from '../support/purchasing';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, done, recordNow, recordsOf, refusalsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let C: Principal;
let A: Principal;
let approver: Principal;

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
  const place = await anOrgPoint(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  approver = await aPrincipalAt(world.current, 'O', place);
  A = await aPrincipalAt(world.current, 'A', await anAccount(world.current, place));
});
afterEach(() => shiftClock(0));

const luhn = (digits: string) => digits + checkDigit(digits);
/** Positions 7 to 12 are 567890. */
const NUMBER = luhn('411111567890123');
const numbered = (n: number) => luhn(`41111156789${String(n).padStart(4, '0')}`);
let made = 0;
/** A card of the company with an alias and a number of its own. */
function aCard(values: object = {}): Promise<string> {
  made += 1;
  const name = `Fleet ${String.fromCharCode(64 + made)}`;
  return aRecord(C, 'real-card', recordsOf(company), { name, number: numbered(made), expiry: '12/99', ...values });
}
const tryCard = (values: object) =>
  tryRecord(C, 'real-card', recordsOf(company), {
    name: 'Fleet',
    number: NUMBER,
    expiry: '12/99',
    ...values
  });
const cardNow = (id: string) => recordNow(C, 'real-card', company.issuerId, id);
const change = (id: string, values: object) => tryChange(C, 'real-card', company.issuerId, id, { ...values });

/** Everything of the database that a dump would show of a table. */
const dumped = async (...tables: string[]) => {
  const rows = await Promise.all(tables.map((table) => world.current.query(`SELECT t::text FROM ${table} t`)));
  return JSON.stringify(rows);
};

describe('aliases', () => {
  test.each([
    ['C5.043 five digits', 'Fleet 12345', ['name real.card.alias.digits']],
    ['C5.043 five digits with signs between them', '1-2 3.4/5', ['name real.card.alias.digits']],
    ['C5.043 five digits of another script', 'Fleet １２３４５', ['name real.card.alias.digits']],
    ['C5.043 four digits elsewhere in the number', 'Fleet 4111', []],
    ['C5.043D four digits that lie in positions 7 to 12', 'Fleet 5678', ['name real.card.alias.hidden']],
    ['C5.110 three digits there', 'Fleet 890', ['name real.card.alias.hidden']],
    ['C5.110 those digits in full width', 'Fleet ５６７８', ['name real.card.alias.hidden']],
    ['C5.110 those digits in Arabic', 'Fleet ٥٦٧٨', ['name real.card.alias.hidden']],
    ['C5.110 those digits apart', 'Fleet 56-78', ['name real.card.alias.hidden']],
    ['C5.043D two digits there', 'Fleet 56', []],
    ['C5.043D three digits half there', 'Fleet 156', []],
    ['C5.140 nothing', ' ', ['name required.field']],
    ['C5.043D 41 characters', 'x'.repeat(41), ['name too.long.field']]
  ])('C5.043 C5.110 C5.140 %s', async (_, name, refused) => {
    expect(await tryCard({ name })).toEqual(refused);
  });

  test('C5.111 an alias is never the card number, in whichever digits', async () => {
    const short = luhn('00000000000');
    expect(await tryCard({ name: short, number: short })).toEqual(['name real.card.alias.number']);
    const wide = [...NUMBER].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    expect(await tryCard({ name: wide, number: NUMBER })).toEqual(['name card.number.refused']);
  });

  test('C5.110 a later alias is held against the number that is kept', async () => {
    const id = await aCard();
    expect(await change(id, { name: 'Fleet 5678' })).toEqual(['name real.card.alias.hidden']);
    expect(await change(id, { name: 'Fleet 4111' })).toEqual([]);
    // And a later number against the alias.
    expect(await change(id, { number: luhn('400000411100000') })).toEqual(['name real.card.alias.hidden']);
  });
});

describe('numbers', () => {
  test('C1.027 C3.032 C2.021 a number is sealed: no row, list, file or audit entry has it, and its last four digits are shown', async () => {
    const number = numbered(7007);
    const id = await aCard({ name: 'Travel', number });
    const record = await cardNow(id);
    expect(String(record.values.number)).toMatch(/^kept:[0-9a-f]{64}:\d{4}$/);
    const entity = entityNamed('real-card');
    const listing = recordListing(entity, recordsOf(company));
    const rows: Record<string, unknown>[] = [];
    for await (const row of listRows(C, listing, readQuery(listing, {}))) rows.push(row);
    expect(rows).toEqual([expect.objectContaining({ name: 'Travel', number: `•••• ${number.slice(-4)}` })]);
    const everything = await dumped('setup_records', 'setup_record_keys', 'setup_secrets', 'audit_entries');
    expect(everything).toContain('Travel');
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(Buffer.from(number).toString('hex'));
    const key = { issuerId: company.issuerId, id, field: 'number' };
    expect(await openSecret(database(), key)).toBe(number);
  });

  test('C3.032 a sealed number opens in its own row only', async () => {
    const [first, second] = [await aCard(), await aCard()];
    const [row] = await world.current.query<{ sealed: Buffer }>(
      'SELECT sealed FROM setup_secrets WHERE record_id = $1',
      [first]
    );
    const place = (id: string) => `setup_secrets/${company.issuerId}/${id}/number`;
    expect(decrypt('setup-secret', row?.sealed as Buffer, place(first)).toString()).toMatch(/^\d{16}$/);
    expect(() => decrypt('setup-secret', row?.sealed as Buffer, place(second))).toThrow();
  });

  test('C9.010 cards are found by their last four digits', async () => {
    const [one] = [
      await aCard({ name: 'One', number: numbered(11) }),
      await aCard({ name: 'Two', number: numbered(22) })
    ];
    const listing = recordListing(entityNamed('real-card'), recordsOf(company));
    const found = async (q: string) => {
      const names: string[] = [];
      for await (const { id } of listRows(C, listing, readQuery(listing, { q }))) names.push(String(id));
      return names;
    };
    expect(await found(numbered(11).slice(-4))).toEqual([one]);
    expect(await found(numbered(11).slice(0, 6))).toEqual([]);
  });

  test.each([
    ['C9.009 eleven digits', '41111156789', ['number card.number.invalid']],
    ['C9.009 twenty digits', '41111156789012345678', ['number card.number.invalid']],
    ['C9.009 a wrong check digit', '4111115678901234', ['number card.number.invalid']],
    ['C3.032 a number that looks like a kept one', `kept:${'a'.repeat(64)}:1111`, ['number invalid.field']],
    ['C3.032 nothing', '', ['number required.field']]
  ])('%s is refused', async (_, number, refused) => {
    expect(await tryCard({ number })).toEqual(refused);
  });

  test('C3.032 a number is kept once in a company, however it is written', async () => {
    const number = numbered(33);
    await aCard({ number });
    const spaced = number.replace(/(.{4})/g, '$1 ');
    expect(await tryCard({ name: 'Again', number: spaced })).toEqual(['number setup.taken']);
    await expect(
      world.current.query(
        `INSERT INTO setup_record_keys SELECT issuer_id, within_id, entity, key, value, gen_random_uuid()
         FROM setup_record_keys WHERE entity = 'real-card' AND key = 'number' AND within_id = $1`,
        [company.id]
      )
    ).rejects.toThrow(/setup_record_keys_pkey/);
  });

  test('C3.032 another record’s kept number can’t be taken over', async () => {
    const [mine, yours] = [await aCard(), await aCard()];
    const { number } = (await cardNow(yours)).values;
    expect(await change(mine, { number })).toEqual(['number invalid.field']);
  });

  test('C3.032 a copy begins without the number', async () => {
    const { values } = await cardNow(await aCard());
    expect(copiedValues(entityNamed('real-card').fields, values)).toEqual({
      name: values.name,
      expiry: '12/99',
      type: null
    });
  });

  test('C2.021 renewal keeps the record under its alias, and the audit says so without the number', async () => {
    const number = numbered(44);
    const id = await aCard({ name: 'Renewed', number });
    const next = numbered(45);
    expect(await change(id, { number: next, expiry: '11/98' })).toEqual([]);
    const [entry] = await world.current.query<{ details: Record<string, string> }>(
      `SELECT details FROM audit_entries WHERE entity = 'real_card' AND entity_id = $1 AND action = 'setup.changed'`,
      [id]
    );
    expect(entry?.details).toMatchObject({
      'before.number': `•••• ${number.slice(-4)}`,
      'after.number': `•••• ${next.slice(-4)}`,
      'after.expiry': '11/98'
    });
    expect(await openSecret(database(), { issuerId: company.issuerId, id, field: 'number' })).toBe(next);
    // The number that is free again can be another card's.
    expect(await tryCard({ name: 'Heir', number })).toEqual([]);
  });

  test('C2.021 an audit entry tells a new number that ends like the old one', async () => {
    const first = numbered(55);
    const other = Array.from({ length: 10 }, (_, n) => luhn(`4000000000${n}${first.slice(11, 15)}`)).find((one) =>
      one.endsWith(first.slice(-4))
    );
    expect(other).toBeDefined();
    const id = await aCard({ number: first });
    expect(await change(id, { number: other })).toEqual([]);
    const rows = await world.current.query(
      `SELECT 1 FROM audit_entries WHERE entity_id = $1 AND action = 'setup.changed' AND details ? 'after.number'`,
      [id]
    );
    expect(rows).toHaveLength(1);
  });
});

describe('expiry', () => {
  test.each([
    ['C5.109 month 13', '13/27', ['expiry real.card.expiry.invalid']],
    ['C5.109 another form', '2027-01', ['expiry real.card.expiry.invalid']],
    ['C3.032 a month that is over', '01/26', ['expiry real.card.expired']],
    ['C3.032 the present month', null, []]
  ])('C3.032 C5.109 %s', async (_, expiry, refused) => {
    const now = new Date();
    const present = `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${String(now.getUTCFullYear()).slice(2)}`;
    expect(await tryCard({ expiry: expiry ?? present })).toEqual(refused);
  });

  test('C3.032 its card type is found by its number, whatever was typed, and anew where the issuer changes its types', async () => {
    const own = await anIssuer(world.current);
    company = await aCompany(world.current, own);
    C = await aPrincipalAt(world.current, 'C', company);
    const I = await aPrincipalAt(world.current, 'I', own);
    const aType = (name: string, bins: string[]) =>
      aRecord(I, 'issuer-card-type', recordsOf(own), { code: name.toUpperCase(), name, bins });
    await aType('Any', []);
    await aType('Corporate', ['411111']);
    const id = await aCard({ type: 'Platinum' });
    const listed = async () => {
      const listing = recordListing(entityNamed('real-card'), recordsOf(company));
      for await (const { type } of listRows(C, listing, readQuery(listing, {}))) return type;
    };
    const shown = async () => [(await cardNow(id)).values.type, await listed()];
    expect(await shown()).toEqual(['Corporate', 'Corporate']);
    const fleet = await aType('Fleet', ['41111156']);
    expect(await shown()).toEqual(['Corporate', 'Corporate']);
    expect(await typeCards()).toBeGreaterThan(0);
    expect(await shown()).toEqual(['Fleet', 'Fleet']);
    const audited = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'setup.changed'`,
      [id]
    );
    expect(audited.map(({ details }) => details)).toEqual([{ 'before.type': 'Corporate', 'after.type': 'Fleet' }]);
    expect(await tryDelete(I, 'issuer-card-type', own.id, fleet)).toBe('deleted');
    await typeCards();
    expect(await shown()).toEqual(['Corporate', 'Corporate']);
    expect(await typeCards()).toBe(0);
  });

  test('C4.044 a card whose month is over becomes inactive, and is active again only once it is renewed', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const id = await aCard({ expiry: `01/${String(year).slice(2)}` });
    await lapseCards();
    expect((await cardNow(id)).active).toBe(true);
    shiftClock(Date.UTC(year, 2, 1) - Date.now());
    expect(await lapseCards()).toBeGreaterThan(0);
    expect(await cardNow(id)).toMatchObject({ active: false });
    const [entry] = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'setup.deactivated'`,
      [id]
    );
    expect(entry?.details).toEqual({ 'before.active': true, 'after.active': false });
    const seen = { issuerId: company.issuerId, id, version: (await cardNow(id)).version };
    const activated = await activateRecord(C, entityNamed('real-card'), seen, true, ORIGIN);
    expect(refusalsOf(activated)).toEqual(['expiry real.card.expired']);
  });
});

describe('requests', () => {
  const draft = async (offered: Offered, realCardId: string | null) => {
    await inGroup(A, offered);
    const created = await createRequest(
      A,
      { templateId: offered.template, ...entryOf(offered, { realCardId }) },
      ORIGIN
    );
    return created.ok ? created.value : refusalsOf(created);
  };
  const seen = async (id: string) => ({ id, version: (await seenRequest(A, id))?.version ?? 0 });
  const approve = async (id: string) => approveRequest(approver, await seen(id), null, ORIGIN);
  async function aPending(realCardId: string, template: Parameters<typeof anOffer>[2] = {}) {
    const id = await aRequest(A, await anOffer(C, company, template), { realCardId });
    granted(await submitRequest(A, await seen(id), ORIGIN));
    return id;
  }

  test('C5.139 a card alias is required once the company keeps a real card', async () => {
    const offered = await anOffer(C, company);
    expect(await draft(offered, null)).toEqual(expect.any(String));
    const card = await aCard({ name: 'Purchases' });
    expect(await draft(offered, null)).toEqual(['realCardId required.field']);
    const id = (await draft(offered, card)) as string;
    expect((await seenRequest(A, id))?.terms.realCard).toMatchObject({ id: card, alias: 'Purchases' });
  });

  test('C4.044 an inactive or expired card pays for no new request', async () => {
    const [offered, card] = [await anOffer(C, company), await aCard()];
    await aCard();
    const { version } = await cardNow(card);
    done(
      await activateRecord(
        C,
        entityNamed('real-card'),
        { issuerId: company.issuerId, id: card, version },
        false,
        ORIGIN
      )
    );
    expect(await draft(offered, card)).toEqual(['realCardId purchase.card.unknown']);
  });

  test('C9.040D an approval is refused when the card has become inactive or has expired', async () => {
    const card = await aCard({ expiry: '12/40' });
    const [first, second] = [await aPending(card), await aPending(card)];
    const turn = async (active: boolean) => {
      const { version } = await cardNow(card);
      done(
        await activateRecord(
          C,
          entityNamed('real-card'),
          { issuerId: company.issuerId, id: card, version },
          active,
          ORIGIN
        )
      );
    };
    await turn(false);
    expect(codeOf(await approve(first))).toBe('purchase.card.inactive');
    await turn(true);
    granted(await approve(first));
    shiftClock(Date.UTC(2041, 0, 3) - Date.now());
    expect(codeOf(await approve(second))).toBe('purchase.card.expired');
  });

  test('C4.041 C9.040D an approval is refused when the number fails the check of BIN or card type, or there is none to make', async () => {
    const card = await aCard();
    const bin = await aPending(card, { template: { validityLevels: ['bin'] } });
    const type = await aPending(card, { template: { validityLevels: ['type'] } });
    const refusalOf = async (id: string) => {
      const result = await approve(id);
      return result.ok
        ? 'approved'
        : `${result.refusal.code} ${translator('en_US')(result.refusal.code, result.refusal.params)}`;
    };
    expect(await refusalOf(bin)).toMatch(/^purchase.level.unavailable .*validity check BIN/);
    expect(await refusalOf(type)).toMatch(/^purchase.level.unavailable .*validity check Card type/);
    const I = await aPrincipalAt(world.current, 'I', issuer);
    const aType = (code: string, bins: string[]) =>
      aRecord(I, 'issuer-card-type', recordsOf(issuer), { code, name: code, bins });
    await aType('OTHER', ['555555']);
    await withSetting(world.current, { issuerId: issuer.id }, 'card.bins', ['555555']);
    expect(await refusalOf(bin)).toMatch(/^purchase.level.failed .*validity check BIN/);
    expect(await refusalOf(type)).toMatch(/^purchase.level.failed .*validity check Card type/);
    await withSetting(world.current, { issuerId: issuer.id }, 'card.bins', ['555555', '411111']);
    await aType('FLEET', ['411111']);
    expect([await refusalOf(bin), await refusalOf(type)]).toEqual(['approved', 'approved']);
    await world.current.query(`DELETE FROM settings WHERE issuer_id = $1 AND key = 'card.bins'`, [issuer.id]);
  });

  test('C3.033 no virtual card outlives its real card', async () => {
    const next = new Date(Date.now() + 60 * 86_400_000);
    const expiry = `${String(next.getUTCMonth() + 1).padStart(2, '0')}/${String(next.getUTCFullYear()).slice(2)}`;
    const id = await aPending(await aCard({ expiry }));
    granted(await approve(id));
    expect((await cardOf({ issuerId: company.issuerId, id }))?.expiry).toBe(expiry);
  });

  test('C4.013 C4.044 a card that a request names becomes inactive instead of being deleted', async () => {
    const [used, unused] = [await aCard(), await aCard()];
    await aRequest(A, await anOffer(C, company), { realCardId: used });
    expect(await tryDelete(C, 'real-card', company.issuerId, used)).toBe('deactivated');
    expect(await cardNow(used)).toMatchObject({ active: false });
    expect(await tryDelete(C, 'real-card', company.issuerId, unused)).toBe('deleted');
    expect(await world.current.query('SELECT 1 FROM setup_secrets WHERE record_id = $1', [unused])).toEqual([]);
  });

  test('C2.079 C3.031 requests show the fields of their card’s customization, in its order', async () => {
    const card = await aCard();
    const looks = await aRecord(C, 'card-customization', recordsOf(company), { name: 'Fleet look', realCards: [card] });
    for (const [field, label] of [
      ['limit', 'At most'],
      ['alias', 'Paid by']
    ])
      await aRecord(C, 'card-field', recordsOf(company, looks), { field, label });
    const request = await seenRequest(A, await aPending(card));
    expect(request && (await customizationOf(request))).toEqual({
      fields: [
        { field: 'limit', label: 'At most' },
        { field: 'alias', label: 'Paid by' }
      ],
      hasGraphic: false
    });
    const other = await seenRequest(A, await aPending(await aCard()));
    expect(other && (await customizationOf(other))).toBeNull();
    expect(await tryDelete(C, 'card-customization', company.issuerId, looks)).toBe('deactivated');
    expect(request && (await customizationOf(request))).toBeNull();
  });

  test('C3.031 C5.141 a card has one active customization, which has a name', async () => {
    const card = await aCard();
    const look = (name: string) => tryRecord(C, 'card-customization', recordsOf(company), { name, realCards: [card] });
    expect(await look('One')).toEqual([]);
    expect(await look('Two')).toEqual(['realCards card.customization.taken']);
    expect(await tryRecord(C, 'card-customization', recordsOf(company), { name: '', realCards: [card] })).toEqual([
      'name required.field'
    ]);
  });
});

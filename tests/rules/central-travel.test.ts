import { bookingFacts } from '@/app/workspace/central-travel/shown';
import { formatsOf } from '@/app/workspace/ui/formats';
import { may, type Principal } from '@/lib/access/policy/principal';
import { translator } from '@/lib/core/language/texts';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { bookingOf, chargesFor, seenBooking } from '@/lib/money/central-travel/bookings';
import { recentFiles, seenFile } from '@/lib/money/central-travel/files';
import { CENTRAL_TRAVEL_BOOKINGS } from '@/lib/money/central-travel/listing';
import { type Charge, matchBookings, type Wanted } from '@/lib/money/central-travel/match-bookings';
import { matchWaiting } from '@/lib/money/central-travel/match-waiting';
import { chooseCharge, giveToTraveller, takeFromTraveller, undoMatch } from '@/lib/money/central-travel/settle-booking';
import { findTravellers } from '@/lib/money/central-travel/travellers';
import { uploadBookings } from '@/lib/money/central-travel/upload-bookings';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aRecord, recordNow, recordsOf, tryDelete, tryRecord } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anAccountGroup, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aWorkbook } from '../support/workbook';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let group: StructureNode;
let account: StructureNode;
let C: Principal;
let template: string;

const TEMPLATE = { name: 'Nordic Travel', tolerance: 3, days: 'dmy', mark: 'comma', booking: 'PNR', agent: 'Ref' };

beforeAll(async () => {
  await aBrand();
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
  group = await anAccountGroup(world.current, company);
  account = await anAccount(world.current, group);
  C = await aPrincipalAt(world.current, 'C', company);
  template = await aTemplate();
});

const aTemplate = (values: object = {}) =>
  aRecord(C, 'central-travel-template', recordsOf(company), { ...TEMPLATE, place: group.id, ...values });
const csv = (...lines: string[]) => ({ name: 'bookings.csv', bytes: new TextEncoder().encode(lines.join('\n')) });
const HEAD = 'PNR;Ticket number;Traveler;Route;From;To;Booked on;Carrier;Ref;Amount;Currency;Cost center';
const ROW =
  'X7KQ2P;117-2345678901;HOLM/SOFIA MS;ARN-OSL-ARN;20.03.2026;22.03.2026;14.03.2026;SAS;A-1;1.234,50;NOK;4010';
const upload = (file = csv(HEAD, ROW), by = C, templateId = template) =>
  uploadBookings(by, { templateId, file }, ORIGIN);
const rowsNow = async (by = C) => {
  const rows = [];
  for await (const row of listRows(by, CENTRAL_TRAVEL_BOOKINGS, readQuery(CENTRAL_TRAVEL_BOOKINGS, {}))) rows.push(row);
  return rows;
};
const bookingNow = async (by = C) => {
  const [row] = await rowsNow(by);
  const booking = await seenBooking(by, String(row?.id));
  if (!booking) throw new Error('no booking');
  return booking;
};
const aCharge = (merchant: string, amount = '1234.50', postingDate = '2026-03-15', at = account) =>
  aTransaction(world.current, at, { merchant, amount, postingDate });

describe('matching', () => {
  const booking = (values: Partial<Wanted> = {}): Wanted => ({
    id: 'b',
    booking: 'X7KQ2P',
    ticket: '2345678901',
    traveller: 'HOLM/SOFIA MS',
    amount: '100',
    currency: 'NOK',
    day: '2026-03-14',
    ...values
  });
  const charge = (text: string, values: Partial<Charge> = {}): Charge => ({
    id: 'c',
    transactionDate: '2026-03-15',
    amount: '100',
    currency: 'NOK',
    isTaken: false,
    text,
    billedAmount: '100',
    billedCurrency: 'NOK',
    ...values
  });
  const RULE = { tolerance: 3, withoutName: false };
  const found = (bookings: Wanted[], charges: Charge[], rule = RULE) =>
    [...matchBookings(bookings, charges, rule).values()].map(({ result, by, chargeId }) =>
      [result, by, chargeId].filter(Boolean).join(' ')
    );
  const other = { id: 'd', amount: '7', billedAmount: '7' };

  test.each<[string, Wanted[], Charge[], string[]]>([
    ['a ticket with the code of its airline', [booking()], [charge('SAS 117-2345678901')], ['matched ticket c']],
    ['a ticket of its own digits', [booking()], [charge('SAS 2345678901', other)], ['matched ticket d']],
    ['a ticket with its check digit', [booking()], [charge('SAS 11723456789014')], ['matched ticket c']],
    ['a ticket within another number', [booking()], [charge('SAS 9911723456789012', other)], ['none']],
    ['a booking number, whatever the amount', [booking()], [charge('SAS x7kq2p OSLO', other)], ['matched booking d']],
    ['a booking number within a word', [booking()], [charge('SAS AX7KQ2P', other)], ['none']],
    [
      'a number too short to mean anything',
      [booking({ booking: 'X7K', ticket: null })],
      [charge('X7K', other)],
      ['none']
    ],
    [
      'the ticket before the booking number',
      [booking()],
      [charge('X7KQ2P'), charge('2345678901', other)],
      ['matched ticket d']
    ],
    [
      'of one number the charge of the amount',
      [booking()],
      [charge('X7KQ2P'), charge('X7KQ2P', other)],
      ['matched booking c']
    ],
    ['one number, one amount', [booking()], [charge('X7KQ2P'), charge('X7KQ2P', { id: 'd' })], ['several']],
    [
      'one number and amount, one name',
      [booking()],
      [charge('X7KQ2P BERG/NILS'), charge('X7KQ2P HOLM/SOFIA', { id: 'd' })],
      ['matched booking d']
    ],
    ['amount, day and name', [booking()], [charge('SAS Sofia Holm')], ['matched amount c']],
    ['an initial', [booking()], [charge('SAS HOLM/S')], ['matched amount c']],
    ['accents', [booking({ traveller: 'Åsa Öberg' })], [charge('SAS OBERG ASA')], ['matched amount c']],
    ['the billed amount', [booking()], [charge('Holm Sofia', { amount: '9', currency: 'EUR' })], ['matched amount c']],
    ['another currency', [booking({ currency: 'SEK' })], [charge('Holm Sofia')], ['none']],
    ['another amount', [booking({ amount: '100.5' })], [charge('Holm Sofia')], ['none']],
    ['another name', [booking()], [charge('Nils Holm')], ['none']],
    ['initials alone', [booking()], [charge('H S')], ['none']],
    ['the last day of the tolerance', [booking({ day: '2026-03-18' })], [charge('Holm Sofia')], ['matched amount c']],
    ['the day after', [booking({ day: '2026-03-19' })], [charge('Holm Sofia')], ['none']],
    ['no day', [booking({ day: null })], [charge('Holm Sofia')], ['none']],
    ['a charge of another booking', [booking()], [charge('X7KQ2P', { isTaken: true })], ['already']],
    ['one charge named twice', [booking(), booking({ id: 'e' })], [charge('X7KQ2P')], ['matched booking c', 'already']],
    [
      'one charge of two bookings by amount',
      [booking({ booking: null, ticket: 'AB-12345' }), booking({ id: 'e', booking: null, ticket: 'AB-54321' })],
      [charge('Holm Sofia')],
      ['several', 'several']
    ]
  ])('C3.037D %s', (_, bookings, charges, results) => {
    expect(found(bookings, charges)).toEqual(results);
  });

  test('C3.037D without the name only where the template says so', () => {
    expect(found([booking()], [charge('SAS')])).toEqual(['none']);
    expect(found([booking()], [charge('SAS')], { ...RULE, withoutName: true })).toEqual(['matched amount c']);
    const two = [charge('SAS'), charge('SAS', { id: 'd' })];
    expect(found([booking()], two, { ...RULE, withoutName: true })).toEqual(['several']);
  });
});

describe('columns of a template’s own', () => {
  test('C3.037 C3.037D are kept with a booking by their headings, and seen with its charge', async () => {
    const own = await aTemplate({ name: 'Own columns', custom: ['Project', 'Fare class'] });
    const charge = await aCharge('SAS 117-2345678901');
    const rows = csv(`${HEAD};project;Fare_class;Other`, `${ROW};  Turbines ;Y;x`);
    granted(await upload(rows, C, own));
    const booking = await bookingNow();
    expect(booking.custom).toEqual({ Project: 'Turbines', 'Fare class': 'Y' });
    expect((await bookingOf(C, charge.id))?.custom).toEqual(booking.custom);
    expect(bookingFacts(booking, translator('en_US'), formatsOf('en_US', 'UTC'))).toEqual(
      expect.arrayContaining([{ label: 'Project', value: 'Turbines' }])
    );
  });

  test('may be empty or missing, and not too long', async () => {
    const own = await aTemplate({ name: 'Own columns', custom: ['Project', 'Fare class'] });
    granted(await upload(csv(`${HEAD};Project`, `${ROW};`), C, own));
    expect((await bookingNow()).custom).toEqual({});
    const long = granted(await upload(csv(`${HEAD};Project`, `${ROW};${'x'.repeat(201)}`), C, own));
    expect((await seenFile(C, long))?.faults).toMatchObject([{ row: 2, column: 'Project', code: 'too.long.field' }]);
  });

  test.each([
    [['Project', 'project'], ['custom setup.line.twice']],
    [['Fare class', 'fare_class'], ['custom import.column.twice']],
    [['PNR'], ['custom import.column.twice']],
    [Array.from({ length: 11 }, (_, at) => `Column ${at}`), ['custom too.many.field']],
    [Array.from({ length: 10 }, (_, at) => `Column ${at}`), []]
  ])('%j is refused for %j', async (custom, refusals) =>
    expect(
      await tryRecord(C, 'central-travel-template', recordsOf(company), {
        ...TEMPLATE,
        name: 'x',
        place: group.id,
        custom
      })
    ).toEqual(refusals)
  );
});

describe('the template', () => {
  test('C3.037 is created and retrievable', async () => {
    const { values } = await recordNow(C, 'central-travel-template', issuer.id, template);
    expect(values).toMatchObject({ ...TEMPLATE, place: group.id, withoutName: false, ticket: null });
  });

  test('C3.037 is validated at its fields', async () => {
    const attempt = (values: object) =>
      tryRecord(C, 'central-travel-template', recordsOf(company), { ...TEMPLATE, place: group.id, ...values });
    const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
    expect(await attempt({})).toEqual(['name setup.taken']);
    expect(await attempt({ name: 'B', tolerance: 31 })).toEqual(['tolerance number.too.large']);
    expect(await attempt({ name: 'B', route: 'pnr' })).toEqual(['route import.column.twice']);
    expect(await attempt({ name: 'B', place: elsewhere.id })).toEqual(['place choice.invalid']);
    expect(await attempt({ name: 'B', place: '' })).toEqual(['place required.field']);
  });

  test('C3.037 that is in use becomes inactive, and is offered no longer', async () => {
    granted(await upload());
    expect(await tryDelete(C, 'central-travel-template', issuer.id, template)).toBe('deactivated');
    expect(refusedFor(await upload(csv(HEAD, `${ROW} `)))).toBe('template choice.invalid');
  });
});

describe('a file', () => {
  test('C3.037D its bookings find their charges, which carry them', async () => {
    const charge = await aCharge('SAS 117-2345678901 OSLO', '99.00');
    const id = granted(await upload());
    expect(await seenFile(C, id)).toMatchObject({ fileName: 'bookings.csv', bookings: 1, matched: 1, faults: [] });
    const carried = await bookingOf(C, charge.id);
    expect(carried).toMatchObject({
      traveller: 'HOLM/SOFIA MS',
      booking: 'X7KQ2P',
      ticket: '2345678901',
      route: 'ARN-OSL-ARN',
      from: '2026-03-20',
      to: '2026-03-22',
      bookedOn: '2026-03-14',
      carrier: 'SAS',
      agent: 'A-1',
      amount: '1234.5',
      currency: 'NOK',
      costCentre: '4010',
      result: 'matched',
      matchedBy: 'ticket'
    });
    const [row] = await rowsNow();
    expect(row).toMatchObject({ traveller: 'HOLM/SOFIA MS', booking: 'X7KQ2P', result: 'matched' });
  });

  test('C3.037D a workbook does the same', async () => {
    const cells = [HEAD.split(';'), ROW.replace('1.234,50', '1234.50').replace('14.03.2026', '2026-03-14').split(';')];
    const file = { name: 'bookings.xlsx', bytes: new Uint8Array(aWorkbook(cells)) };
    granted(await upload(file));
    expect(await bookingNow()).toMatchObject({ amount: '1234.5', bookedOn: '2026-03-14', result: 'none' });
  });

  test('C3.037D the same content twice changes nothing', async () => {
    granted(await upload());
    expect(refusedFor(await upload({ ...csv(HEAD, ROW), name: 'again.csv' }))).toBe('file central.travel.file.known');
    expect(await rowsNow()).toHaveLength(1);
    expect(await recentFiles(C)).toHaveLength(1);
  });

  test.each<[string, string[], string[]]>([
    ['no traveller', [HEAD, ROW.replace('HOLM/SOFIA MS', '')], ['2 traveler required.field']],
    ['no number', [HEAD, ROW.replace('X7KQ2P;117-2345678901', ';')], ['2 pnr central.travel.number.needed']],
    ['no amount', [HEAD, ROW.replace('1.234,50', 'much')], ['2 amount number.invalid']],
    ['no currency', [HEAD, ROW.replace('NOK', 'NOX')], ['2 currency currency.unknown']],
    ['no day', [HEAD, ROW.replace('20.03.2026', '31.02.2026')], ['2 from date.invalid']],
    ['a trip that ends before it begins', [HEAD, ROW.replace('22.03', '19.03')], ['2 to date.from.after.to']],
    ['a formula', [HEAD, ROW.replace('4010', '=1+1')], ['2 cost center spreadsheet.cell.formula']],
    ['a card number', [HEAD, ROW.replace('A-1', '4111 1111 1111 1111')], ['2 ref card.number.refused']],
    ['a second row', [HEAD, ROW, ROW.replace('NOK', '')], ['3 currency required.field']],
    [
      'missing columns',
      ['Route;Amount;Currency', 'ARN-OSL;1,5;NOK'],
      ['1 pnr import.column.missing', '1 traveler import.column.missing']
    ]
  ])('C3.037D is refused whole by row and column: %s', async (_, lines, faults) => {
    const file = await seenFile(C, granted(await upload(csv(...lines))));
    expect(file?.faults.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual(faults);
    expect(file?.bookings).toBe(0);
    expect(await rowsNow()).toEqual([]);
  });

  test('C3.037D a charge of a later feed is found in the next hour', async () => {
    granted(await upload());
    expect((await bookingNow()).result).toBe('none');
    const charge = await aCharge('SAS X7KQ2P');
    await matchWaiting();
    expect(await bookingNow()).toMatchObject({ result: 'matched', matchedBy: 'booking', transactionId: charge.id });
  });

  test('C3.037D only charges of the central travel accounts count', async () => {
    await aCharge('SAS X7KQ2P', '1234.50', '2026-03-15', await anAccount(world.current, company));
    granted(await upload());
    expect((await bookingNow()).result).toBe('none');
  });

  test('C3.037D a booking that was sent before is matched already', async () => {
    await aCharge('SAS X7KQ2P');
    granted(await upload());
    granted(await upload(csv(HEAD, ROW, ROW.replace('X7KQ2P;117-2345678901', 'Y8LR3Q;'))));
    expect((await rowsNow()).map(({ result }) => result).sort()).toEqual(['already', 'matched', 'none']);
  });
});

describe('by hand', () => {
  test('C3.037D of several charges one is chosen, and the match is undone', async () => {
    const [first, second] = [await aCharge('SAS X7KQ2P'), await aCharge('SAS X7KQ2P')];
    await aCharge('Taxi', '50.00');
    granted(await upload());
    const booking = await bookingNow();
    expect(booking.result).toBe('several');
    expect((await chargesFor(C, booking)).map(({ merchantName }) => merchantName)).toEqual([
      'SAS X7KQ2P',
      'SAS X7KQ2P',
      'Taxi'
    ]);
    granted(await chooseCharge(C, { id: booking.id, transactionId: second.id }, ORIGIN));
    expect(await bookingNow()).toMatchObject({ result: 'matched', matchedBy: 'hand', transactionId: second.id });
    expect(refusedFor(await chooseCharge(C, { id: booking.id, transactionId: first.id }, ORIGIN))).toContain(
      'central.travel.matched.already'
    );
    granted(await undoMatch(C, booking.id, ORIGIN));
    expect(await bookingOf(C, second.id)).toBeNull();
    expect(refusedFor(await undoMatch(C, booking.id, ORIGIN))).toContain('central.travel.unmatched.already');
    // What a person took off its charge no rule matches again.
    await world.current.query('DELETE FROM transactions WHERE id = $1', [first.id]);
    await matchWaiting();
    expect(await bookingNow()).toMatchObject({ result: 'none', transactionId: null });
    granted(await chooseCharge(C, { id: booking.id, transactionId: second.id }, ORIGIN));
  });

  test('C3.037D a charge of another booking, of another account or of nobody isn’t chosen', async () => {
    const taken = await aCharge('SAS X7KQ2P');
    granted(await upload(csv(HEAD, ROW, ROW.replace('X7KQ2P;117-2345678901', 'Y8LR3Q;'))));
    const waiting = (await rowsNow()).find(({ result }) => result === 'none');
    const elsewhere = await aCharge('SAS', '1.00', '2026-03-15', await anAccount(world.current, company));
    for (const transactionId of [taken.id, elsewhere.id, '00000000-0000-4000-8000-000000000000'])
      expect(refusedFor(await chooseCharge(C, { id: String(waiting?.id), transactionId }, ORIGIN))).toContain(
        'central.travel.charge.gone'
      );
  });
});

describe('given to a person', () => {
  const sofia = () => aUserAt(world.current, 'A', account, { firstName: 'Sofia', lastName: 'Holm' });

  test('issue 17 C3.037D of its company, by user id or name, and taken back, with an audit entry each', async () => {
    const { id: personId, userId } = await sofia();
    granted(await upload());
    const { id } = await bookingNow();
    expect((await findTravellers(C, await bookingNow(), 'hol sof')).map((one) => one.userId)).toEqual([userId]);
    granted(await giveToTraveller(C, { id, traveller: 'sofia holm' }, ORIGIN));
    expect(await bookingNow()).toMatchObject({ travellerId: personId, travelledBy: personId });
    expect(refusedFor(await giveToTraveller(C, { id, traveller: userId }, ORIGIN))).toContain(
      'central.travel.given.already'
    );
    granted(await takeFromTraveller(C, id, ORIGIN));
    granted(await takeFromTraveller(C, id, ORIGIN));
    expect(await bookingNow()).toMatchObject({ travellerId: null, travelledBy: null });
    const entries = await world.current.query<{ action: string; details: object }>(
      'SELECT action, details FROM audit_entries WHERE entity_id = $1 ORDER BY occurred_at, action',
      [id]
    );
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'central_travel_booking.given', details: { traveller: 'HOLM/SOFIA MS', person: personId } },
      { action: 'central_travel_booking.taken', details: { traveller: 'HOLM/SOFIA MS', person: personId } }
    ]);
  });

  test('issue 17 C3.037D C6.018 never of another company, nor one who is gone, nor by those who may not', async () => {
    granted(await upload());
    const { id } = await bookingNow();
    const elsewhere = await aUserAt(
      world.current,
      'A',
      await anAccount(world.current, await aCompany(world.current, issuer))
    );
    const gone = await sofia();
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [gone.id]);
    for (const traveller of [elsewhere.userId, gone.userId, 'nobody'])
      expect(refusedFor(await giveToTraveller(C, { id, traveller }, ORIGIN))).toContain(
        'central.travel.traveller.unknown'
      );
    const reader = { ...C, authorities: new Set([...C.authorities].filter((one) => one !== 'central_travel.modify')) };
    expect(refusedFor(await giveToTraveller(reader, { id, traveller: 'x' }, ORIGIN))).toContain('forbidden.action');
    expect(await findTravellers(reader, await bookingNow(), '')).toEqual([]);
    const D = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(refusedFor(await giveToTraveller(D, { id, traveller: 'x' }, ORIGIN))).toContain('not.found');
    expect(refusedFor(await takeFromTraveller(D, id, ORIGIN))).toContain('not.found');
  });
});

describe('rights', () => {
  test('C3.037D C6.018 bookings of another company are never seen, chosen or matched', async () => {
    const charge = await aCharge('SAS X7KQ2P');
    granted(await upload());
    const booking = await bookingNow();
    const other = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(await rowsNow(other)).toEqual([]);
    expect(await recentFiles(other)).toEqual([]);
    expect(await seenBooking(other, booking.id)).toBeNull();
    expect(await bookingOf(other, charge.id)).toBeNull();
    expect(refusedFor(await upload(csv(HEAD, `${ROW} `), other))).toBe('template choice.invalid');
    expect(refusedFor(await undoMatch(other, booking.id, ORIGIN))).toContain('not.found');
  });

  test('C3.037D cardholders upload nothing, and see the booking of a charge that they see', async () => {
    const charge = await aCharge('SAS X7KQ2P');
    granted(await upload());
    const A = await aPrincipalAt(world.current, 'A', account);
    expect(may(A, 'central_travel', 'view')).toBe(false);
    expect(refusedFor(await upload(csv(HEAD, `${ROW} `), A))).toContain('forbidden.action');
    expect(await seenBooking(A, (await bookingNow()).id)).toBeNull();
    expect((await bookingOf(A, charge.id))?.traveller).toBe('HOLM/SOFIA MS');
  });
});

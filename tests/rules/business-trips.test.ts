import fc from 'fast-check';
import { may, type Principal } from '@/lib/access/policy/principal';
import { dayAfter } from '@/lib/core/calendar/days';
import { database } from '@/lib/core/database/database';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { allowanceDays, amountOfDay } from '@/lib/money/allowances/allowance-days';
import { allowanceParts } from '@/lib/money/business-trips/allowance-parts';
import { daysOfTrip, drivesOfTrip } from '@/lib/money/business-trips/contents';
import { destinationsOffered } from '@/lib/money/business-trips/destinations';
import { BUSINESS_TRIPS } from '@/lib/money/business-trips/listing';
import { chargesOfTrip, reportTrip } from '@/lib/money/business-trips/report-trip';
import { addDrive, removeDrive, saveDays } from '@/lib/money/business-trips/save-contents';
import { createTrip, deleteTrip, editTrip } from '@/lib/money/business-trips/save-trip';
import { businessTripSchema, type TripDay } from '@/lib/money/business-trips/schema';
import { type BusinessTrip, overlapping, seenTrip } from '@/lib/money/business-trips/trips';
import { tripsOfUser } from '@/lib/money/business-trips/trips-of-user';
import { type Booking, bookingsOfTrip, seenBooking } from '@/lib/money/central-travel/bookings';
import { isOf } from '@/lib/money/central-travel/match-bookings';
import { giveToTraveller, takeFromTraveller } from '@/lib/money/central-travel/settle-booking';
import { travellersOf } from '@/lib/money/central-travel/travellers';
import { uploadBookings } from '@/lib/money/central-travel/upload-bookings';
import { addAllowance } from '@/lib/money/expenses/change-allowances';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { anExpensePolicy } from '../support/expense-policy';
import { anAllowance, anExpenseType, aReportOf, aTrip, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const HEAD = {
  name: 'Oslo',
  destinations: 'Oslo, Bergen',
  purpose: 'Visit to the customer',
  firstDay: '2026-03-10',
  departure: '08:00',
  lastDay: '2026-03-12',
  arrival: '16:30'
};

describe('C1.039 the head of a business trip', () => {
  const faults = (more: object) => {
    const read = businessTripSchema.safeParse({ ...HEAD, accountId: '00000000-0000-7000-8000-000000000001', ...more });
    return read.success ? [] : fieldFaults(read.error).map(({ field, code }) => `${field} ${code}`);
  };

  test.each([
    [{}, []],
    [{ name: 'x'.repeat(100) }, []],
    [{ name: 'x'.repeat(101) }, ['name too.long.field']],
    [{ name: '' }, ['name required.field']],
    [{ lastDay: '2026-03-10' }, []],
    [{ lastDay: '2026-03-09' }, ['lastDay date.from.after.to']],
    [{ lastDay: '2026-03-10', arrival: '08:00' }, ['arrival time.from.not.before.to']],
    [{ lastDay: '2026-05-10' }, []],
    [{ lastDay: '2026-05-11' }, ['lastDay allowance.too.long']],
    [{ departure: '24:00' }, ['departure time.invalid']]
  ])('%j is refused for %j', (typed, refusals) => expect(faults(typed)).toEqual(refusals));
});

describe('C1.039 the days of a trip become allowances', () => {
  const day = (at: string, destination: string, more: Partial<TripDay> = {}): TripDay => ({
    day: at,
    destination,
    breakfast: false,
    lunch: false,
    dinner: false,
    ...more
  });

  test('days in a row at one place are one part, which the trip goes on from and to', () => {
    const days = [
      day('2026-03-10', 'Norway', { dinner: true }),
      day('2026-03-11', 'Norway', { breakfast: true }),
      day('2026-03-12', 'Oslo')
    ];
    expect(allowanceParts(HEAD, days)).toEqual([
      {
        destination: 'Norway',
        firstDay: '2026-03-10',
        departure: '08:00',
        lastDay: '2026-03-11',
        arrival: '23:59',
        follows: false,
        goesOn: true,
        breakfast: ['2026-03-11'],
        lunch: [],
        dinner: ['2026-03-10']
      },
      {
        destination: 'Oslo',
        firstDay: '2026-03-12',
        departure: '00:00',
        lastDay: '2026-03-12',
        arrival: '16:30',
        follows: true,
        goesOn: false,
        breakfast: [],
        lunch: [],
        dinner: []
      }
    ]);
  });

  test('however a trip is divided among places with the same rate, its days come to the same', () => {
    const rate = (destination: string) => ({
      id: destination,
      destination,
      from: '2026-01-01',
      to: null,
      fullDay: '60',
      partDay: '30',
      partFrom: '6',
      fullFrom: '10',
      oneDayFrom: '8',
      breakfast: '12',
      lunch: '21',
      dinner: '27'
    });
    const places = ['A', 'B', 'C'];
    const rates = places.map(rate);
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const time = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    const visited = fc.record({
      place: fc.constantFrom(...places),
      breakfast: fc.boolean(),
      lunch: fc.boolean(),
      dinner: fc.boolean()
    });
    fc.assert(
      fc.property(fc.array(visited, { minLength: 2, maxLength: 12 }), minute, minute, (visits, out, back) => {
        const days = visits.map(({ place, ...meals }, at) => day(dayAfter('2026-03-01', at), place, meals));
        const trip = {
          firstDay: '2026-03-01',
          departure: time(out),
          lastDay: dayAfter('2026-03-01', days.length - 1),
          arrival: time(back)
        };
        const paid = (of: readonly TripDay[]) =>
          allowanceParts(trip, of).flatMap((part) => {
            const found = allowanceDays(part, rates);
            return found.ok ? found.days.map((one) => `${one.day} ${amountOfDay(one)}`) : [];
          });
        expect(paid(days)).toEqual(paid(days.map((one) => ({ ...one, destination: 'A' }))));
      })
    );
  });
});

describe('C1.039 C3.037D an agency’s name is a person’s', () => {
  test.each([
    ['BERG/ADA MS', true],
    ['Ada Berg', true],
    ['BERG ADA MARIA', true],
    ['BERG/A MS', false],
    ['BERG/ADA NORA', false],
    ['HOLM/ADA', false],
    ['', false]
  ])('%s: %s', (traveller, is) => expect(isOf(traveller, { first: 'Ada Maria', last: 'Berg' })).toBe(is));

  test('with accents, and of two last names both', () => {
    expect(isOf('OBERG/ASA', { first: 'Åsa', last: 'Öberg' })).toBe(true);
    expect(isOf('GARCIA LOPEZ/INES', { first: 'Inés', last: 'García López' })).toBe(true);
    expect(isOf('GARCIA/INES', { first: 'Inés', last: 'García López' })).toBe(false);
  });
});

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let ada: PlacedPerson;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, await anOrgPoint(db, company));
  ada = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  [C, A] = [await aPrincipalAt(db, 'C', company), await principalFor(db, ada)];
  await anExpensePolicy(db, company);
});

const typed = (more: object = {}) => businessTripSchema.parse({ ...HEAD, accountId: account.id, ...more });
const make = (more: object = {}, by = A) => createTrip(by, typed(more), ORIGIN);
const seen = async (id: string, by = A) => (await seenTrip(by, id)) as BusinessTrip;
const report = async (id: string, by = A) => reportTrip(by, id, (await seenTrip(by, id))?.version ?? 1, ORIGIN);
const reported = async (id: string) => (await seenReport(A, granted(await report(id)))) as ExpenseReport;
const norway = (more: object = {}) =>
  aRecord(C, 'allowance-rate', recordsOf(company), {
    name: 'Norway',
    currency: 'EUR',
    fullDay: '60',
    partDay: '30',
    partFrom: '6',
    fullFrom: '12',
    breakfast: '12',
    lunch: '21',
    dinner: '27',
    effectiveFrom: '2026-01-01',
    ...more
  });
const car = () =>
  aRecord(C, 'mileage-rate', recordsOf(company), { name: 'Car', rate: '2.5', currency: 'EUR', unit: 'kilometer' });
const allowanceType = () =>
  anExpenseType(C, company, { name: 'Day allowance', category: 'allowance', outOfPocket: 'false' });
const mileageType = () => anExpenseType(C, company, { name: 'Mileage', category: 'mileage', outOfPocket: 'false' });
const drive = (more: Record<string, unknown> = {}) => aTrip('00000000-0000-7000-8000-000000000001', more);
const listed = async (by: Principal, query: Record<string, string> = {}) => {
  const names: unknown[] = [];
  for await (const { name } of listRows(by, BUSINESS_TRIPS, readQuery(BUSINESS_TRIPS, query))) names.push(name);
  return names;
};

describe('C1.039 a business trip', () => {
  test('is entered and kept, changed in the version that was shown, and deleted', async () => {
    await norway();
    expect(await destinationsOffered(A)).toEqual(['Norway']);
    const id = granted(await make({ allowance: 'Norway' }));
    expect(await seen(id)).toMatchObject({
      ...HEAD,
      ownerName: 'Ada Berg',
      currency: 'EUR',
      reportId: null,
      version: 1
    });
    expect((await daysOfTrip(await seen(id))).map(({ day, destination }) => `${day} ${destination}`)).toEqual([
      '2026-03-10 Norway',
      '2026-03-11 Norway',
      '2026-03-12 Norway'
    ]);
    granted(await addDrive(A, id, drive({ spentOn: '2026-03-12' }), ORIGIN));
    const later = { ...HEAD, firstDay: '2026-03-09', lastDay: '2026-03-11' };
    expect(codeOf(await editTrip(A, id, { ...later, version: 1 }, ORIGIN))).toBe('record.changed');
    granted(await editTrip(A, id, { ...later, version: 2 }, ORIGIN));
    // What was outside of its new days is gone, and no day is added by itself.
    expect((await daysOfTrip(await seen(id))).map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
    expect(await drivesOfTrip(await seen(id))).toEqual([]);
    granted(await deleteTrip(A, id, ORIGIN));
    expect(await seenTrip(A, id)).toBeNull();
    expect(codeOf(await deleteTrip(A, id, ORIGIN))).toBe('not.found');
  });

  test('is its owner’s alone: administrators see it, others don’t, and nobody through other eyes (C6.018)', async () => {
    const id = granted(await make());
    const other = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    const through = { ...A, accessor: { issuerId: issuer.id, userId: ada.id } };
    expect([await seenTrip(C, id), await seenTrip(other, id), await seenTrip(through, id)]).toEqual([
      expect.objectContaining({ id }),
      null,
      null
    ]);
    expect([may(through, 'business_trips', 'view'), may(through, 'business_trips', 'modify')]).toEqual([false, false]);
    expect([await listed(A), await listed(C), await listed(other), await listed(through)]).toEqual([
      ['Oslo'],
      ['Oslo'],
      [],
      []
    ]);
    for (const by of [C, through]) expect(codeOf(await make({}, by))).toBe('forbidden.action');
    for (const by of [C, through]) expect(codeOf(await report(id, by))).toBe('forbidden.action');
    expect(codeOf(await report(id, other))).toBe('not.found');
    const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
    expect(refusedFor(await make({ accountId: elsewhere.id }))).toBe('accountId not.found');
  });

  test('needs the feature of the programme (C6.041)', async () => {
    const id = granted(await make());
    await world.current.query(
      `INSERT INTO program_options (issuer_id, id, name, program_type, features, is_default)
       VALUES ($1, $2, 'Bare', 'corporate', '{expense.reports}', false)`,
      [issuer.id, company.id]
    );
    await world.current.query('UPDATE companies SET program_option_id = $1 WHERE id = $1', [company.id]);
    expect(codeOf(await make())).toBe('forbidden.action');
    expect(codeOf(await report(id))).toBe('forbidden.action');
  });

  test('at the time of another is pointed out, and allowed', async () => {
    const first = granted(await make({ name: 'First' }));
    const after = { firstDay: '2026-03-12', departure: '16:30', lastDay: '2026-03-13', arrival: '10:00' };
    const next = granted(await make({ ...after, name: 'Next' }));
    expect(await overlapping(await seen(next))).toEqual([]);
    const into = granted(await make({ ...after, departure: '16:29', name: 'Into' }));
    expect((await overlapping(await seen(into))).map(({ name }) => name)).toEqual(['First', 'Next']);
    expect((await overlapping(await seen(first))).map(({ name }) => name)).toEqual(['Into']);
  });

  test('is planned, under way, over from its last day on, and then reported', async () => {
    await world.current.query("UPDATE issuers SET time_zone = 'UTC' WHERE id = $1", [issuer.id]);
    const today = new Date().toISOString().slice(0, 10);
    const at = (first: number, last: number) => ({ firstDay: dayAfter(today, first), lastDay: dayAfter(today, last) });
    await make({ ...at(2, 3), name: 'planned' });
    const away = granted(await make({ ...at(-1, 1), name: 'under_way' }));
    const over = granted(await make({ ...at(-1, 0), name: 'over' }));
    for (const status of ['planned', 'under_way', 'over']) expect(await listed(A, { status })).toEqual([status]);
    expect(refusedFor(await report(away))).toBe('business.trip.not.over');
    granted(await report(over));
    expect(await listed(A, { status: 'reported' })).toEqual(['over']);
    expect(await listed(A, { status: 'over' })).toEqual([]);
  });
});

describe('C1.039 what is on a trip', () => {
  test('days are within it, in the version that was shown; drives are within it too, and are removed', async () => {
    const id = granted(await make());
    const day = { day: '2026-03-10', destination: 'Norway', breakfast: true, lunch: false, dinner: false };
    expect(refusedFor(await saveDays(A, id, { days: [{ ...day, day: '2026-03-13' }], version: 1 }, ORIGIN))).toBe(
      'business.trip.day.outside'
    );
    granted(await saveDays(A, id, { days: [day], version: 1 }, ORIGIN));
    expect(codeOf(await saveDays(A, id, { days: [], version: 1 }, ORIGIN))).toBe('record.changed');
    expect(await daysOfTrip(await seen(id))).toEqual([day]);
    expect(refusedFor(await addDrive(A, id, drive({ spentOn: '2026-03-09' }), ORIGIN))).toBe(
      'spentOn business.trip.day.outside'
    );
    const driveId = granted(await addDrive(A, id, drive(), ORIGIN));
    expect(await drivesOfTrip(await seen(id))).toMatchObject([{ id: driveId, spentOn: '2026-03-10', distance: '100' }]);
    granted(await removeDrive(A, { id, driveId }, ORIGIN));
    expect(codeOf(await removeDrive(A, { id, driveId }, ORIGIN))).toBe('not.found');
  });

  test('C3.037D bookings in its owner’s name on its days are shown, and are on no report', async () => {
    const template = await aRecord(C, 'central-travel-template', recordsOf(company), {
      name: 'Nordic Travel',
      tolerance: 3,
      days: 'ymd',
      mark: 'point',
      place: account.id
    });
    const lines = [
      'Booking number,Traveler,Route,From,To,Amount,Currency',
      'X7KQ2P,BERG/ADA MS,ARN-OSL-ARN,2026-03-10,2026-03-12,1234.50,EUR',
      'X7KQ2Q,BERG/ADA MS,Hotel,2026-03-12,2026-03-14,99,EUR',
      'X7KQ2R,BERG/ADA MS,ARN-CPH,2026-03-13,2026-03-14,77,EUR',
      'X7KQ2S,HOLM/SOFIA MS,ARN-OSL,2026-03-10,2026-03-10,55,EUR'
    ];
    const file = { name: 'march.csv', bytes: new TextEncoder().encode(lines.join('\n')) };
    granted(await uploadBookings(C, { templateId: template, file }, ORIGIN));
    const id = granted(await make());
    const bookings = await bookingsOfTrip(await seen(id));
    expect(bookings.map(({ booking }) => booking)).toEqual(['X7KQ2P', 'X7KQ2Q']);
    const made = await reported(id);
    expect(await linesOf(made)).toEqual([]);
    expect(made).toMatchObject({ cardTotal: '0', ownTotal: '0', balance: '0' });
  });
});

describe('C1.039 C3.037D a booking in a name that several people of the company have', () => {
  const HEAD_LINE = 'Booking number,Traveler,Employee number,Route,From,To,Amount,Currency';
  const booked = async (number: string, employee: string) => {
    const template = await aRecord(C, 'central-travel-template', recordsOf(company), {
      name: `Agency ${number}`,
      tolerance: 3,
      days: 'ymd',
      mark: 'point',
      place: account.id
    });
    const line = `${number},BERG/ADA MS,${employee},ARN-OSL,2026-03-10,2026-03-12,10.00,EUR`;
    const file = { name: `${number}.csv`, bytes: new TextEncoder().encode(`${HEAD_LINE}\n${line}`) };
    granted(await uploadBookings(C, { templateId: template, file }, ORIGIN));
  };
  const numbersOn = async (by: Principal, tripId: string) =>
    (await bookingsOfTrip(await seen(tripId, by))).map(({ booking }) => booking);
  const bookingOf = async (number: string) => {
    const [row] = await world.current.query<{ id: string }>(
      'SELECT id FROM central_travel_bookings WHERE company_id = $1 AND booking_number = $2',
      [company.id, number]
    );
    return (await seenBooking(C, String(row?.id))) as Booking;
  };
  /** How many people the booking of a number may be for. */
  const countOf = async (number: string) => (await travellersOf(await bookingOf(number))).length;
  const anotherAda = async () => {
    const place = await anAccount(world.current, await anOrgPoint(world.current, company));
    const user = await aUserAt(world.current, 'A', place, { firstName: 'Ada Maria', lastName: 'Berg' });
    const by = await principalFor(world.current, user);
    const entry = businessTripSchema.parse({ ...HEAD, accountId: place.id });
    return { user, by, trip: granted(await createTrip(by, entry, ORIGIN)) };
  };

  test('is on nobody’s trip, unless the agency says by e-mail address or user id who travels', async () => {
    const trip = granted(await make());
    await booked('X7KQ2A', '');
    expect(await numbersOn(A, trip)).toEqual(['X7KQ2A']);
    expect(await countOf('X7KQ2A')).toBe(1);
    const other = await anotherAda();
    const { email } = await database().user.findFirstOrThrow({ where: { id: other.user.id } });
    await world.current.query("UPDATE users SET email = 'ada.berg@berg.example' WHERE id = $1", [ada.id]);
    const { userId } = await database().user.findFirstOrThrow({ where: { id: other.user.id } });
    await booked('X7KQ2B', 'ADA.BERG@berg.example');
    await booked('X7KQ2C', userId.toUpperCase());
    await booked('X7KQ2D', '4711');
    expect(await numbersOn(A, trip)).toEqual(['X7KQ2B']);
    expect(await numbersOn(other.by, other.trip)).toEqual(['X7KQ2C']);
    expect([await countOf('X7KQ2A'), await countOf('X7KQ2B'), await countOf('X7KQ2D')]).toEqual([2, 1, 2]);
    expect(email).not.toBe('ada.berg@berg.example');
  });

  test('is on its owner’s trip again once the other is gone', async () => {
    const trip = granted(await make());
    await booked('X7KQ2E', '');
    const other = await anotherAda();
    expect(await numbersOn(A, trip)).toEqual([]);
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [other.user.id]);
    expect(await numbersOn(A, trip)).toEqual(['X7KQ2E']);
  });

  test('issue 17 C3.037D is on the trip of the person to whom it is given, until it is taken back', async () => {
    const trip = granted(await make());
    await booked('X7KQ2F', '');
    const other = await anotherAda();
    const { id } = await bookingOf('X7KQ2F');
    const { userId } = await database().user.findFirstOrThrow({ where: { id: other.user.id } });
    granted(await giveToTraveller(C, { id, traveller: userId }, ORIGIN));
    expect([await numbersOn(A, trip), await numbersOn(other.by, other.trip)]).toEqual([[], ['X7KQ2F']]);
    granted(await takeFromTraveller(C, id, ORIGIN));
    expect([await numbersOn(A, trip), await numbersOn(other.by, other.trip)]).toEqual([[], []]);
    // Whatever name the agency wrote.
    await world.current.query("UPDATE central_travel_bookings SET traveller = 'GUEST/ONE' WHERE id = $1", [id]);
    expect(await countOf('X7KQ2F')).toBe(0);
    granted(await giveToTraveller(C, { id, traveller: ada.userId }, ORIGIN));
    expect([await numbersOn(A, trip), await numbersOn(other.by, other.trip)]).toEqual([['X7KQ2F'], []]);
  });
});

describe('C1.039 the report of a trip', () => {
  test('has the charges of three days around it, the allowances of its days and its drives, and the trip leads to it', async () => {
    const [allowance, mileage] = [await allowanceType(), await mileageType()];
    await norway();
    await norway({ name: 'Norway – Oslo', fullDay: '90', partDay: '45' });
    await car();
    const days = ['2026-03-06', '2026-03-07', '2026-03-11', '2026-03-15', '2026-03-16'];
    for (const postingDate of days) await aTransaction(world.current, account, { postingDate, merchant: postingDate });
    const taken = (await aTransaction(world.current, account, { postingDate: '2026-03-11', merchant: 'Taken' })).id;
    await aReportOf(A, account, [taken]);
    const id = granted(await make({ allowance: 'Norway' }));
    const [first, second, third] = await daysOfTrip(await seen(id));
    if (!first || !second || !third) throw new Error('no days');
    const there = [first, { ...second, breakfast: true }, { ...third, destination: 'Norway – Oslo' }];
    granted(await saveDays(A, id, { days: there, version: 1 }, ORIGIN));
    granted(await addDrive(A, id, drive(), ORIGIN));
    expect((await chargesOfTrip(A, await seen(id))).map((one) => one.merchantName)).toEqual(days.slice(1, 4));

    const made = await reported(id);
    expect(made).toMatchObject({
      title: 'Oslo',
      purpose: 'Visit to the customer',
      firstDay: '2026-03-10',
      lastDay: '2026-03-12',
      state: 'saved',
      cardTotal: '300'
    });
    const lines = (await linesOf(made)).map(({ merchant, amount, expenseTypeId, description }) => ({
      merchant,
      amount,
      expenseTypeId,
      description
    }));
    const description = 'Visit to the customer';
    expect(lines).toEqual(
      expect.arrayContaining([
        // Two whole days, one of them with breakfast.
        { merchant: 'Norway', amount: '108', expenseTypeId: allowance, description },
        { merchant: 'Norway – Oslo', amount: '90', expenseTypeId: allowance, description },
        { merchant: 'Oslo – Hamar', amount: '250', expenseTypeId: mileage, description },
        ...days.slice(1, 4).map((merchant) => expect.objectContaining({ merchant, amount: '100', expenseTypeId: null }))
      ])
    );
    expect(lines).toHaveLength(6);
    expect(await seen(id)).toMatchObject({ reportId: made.id, status: 'reported' });
    expect(codeOf(await report(id))).toBe('business.trip.reported');
    expect(codeOf(await editTrip(A, id, { ...HEAD, version: 4 }, ORIGIN))).toBe('business.trip.reported');
    expect(codeOf(await addDrive(A, id, drive(), ORIGIN))).toBe('business.trip.reported');
  });

  test('that is deleted leaves the trip to be reported again; one that is submitted keeps it', async () => {
    await aTransaction(world.current, account, { postingDate: '2026-03-11' });
    const id = granted(await make());
    granted(await deleteReport(A, (await reported(id)).id, ORIGIN));
    expect(await seen(id)).toMatchObject({ reportId: null });
    const again = await reported(id);
    granted(await tried(A, again.id, { event: 'submit' }));
    expect(codeOf(await deleteTrip(A, id, ORIGIN))).toBe('business.trip.reported');
    granted(await tried(A, again.id, { event: 'recall' }));
    granted(await deleteTrip(A, id, ORIGIN));
    expect(await seenReport(A, again.id)).toMatchObject({ state: 'saved' });
  });

  test('is made whole or not at all', async () => {
    await aTransaction(world.current, account, { postingDate: '2026-03-11' });
    const id = granted(await make({ allowance: 'Norway' }));
    const nothing = async () => {
      const [row] = await world.current.query<{ count: string }>(
        'SELECT count(*) FROM expense_reports WHERE owner_id = $1',
        [ada.id]
      );
      return [Number(row?.count), (await seen(id)).reportId];
    };
    expect(codeOf(await report(id))).toBe('allowance.types.none');
    const type = await allowanceType();
    expect(codeOf(await report(id))).toBe('allowance.rate.none');
    expect(await nothing()).toEqual([0, null]);
    await norway();
    granted(await addDrive(A, id, drive(), ORIGIN));
    expect(codeOf(await report(id))).toBe('mileage.types.none');
    await mileageType();
    expect(codeOf(await report(id))).toBe('mileage.rate.none');
    expect(await nothing()).toEqual([0, null]);
    await car();
    expect(codeOf(await reportTrip(A, id, 1, ORIGIN))).toBe('record.changed');
    const other = await aReportOf(A, account);
    granted(await addAllowance(A, other, anAllowance(type), ORIGIN));
    expect(codeOf(await report(id))).toBe('allowance.overlap');
    expect(await nothing()).toEqual([1, null]);
    granted(await deleteReport(A, other, ORIGIN));
    granted(await report(id));
    expect((await nothing())[0]).toBe(1);
  });

  test('of two that are asked for at once, one is made', async () => {
    const id = granted(await make());
    const results = await Promise.all([reportTrip(A, id, 1, ORIGIN), reportTrip(A, id, 1, ORIGIN)]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results.map((one) => (one.ok ? '' : one.refusal.code)).join('')).toBe('business.trip.reported');
  });
});

test('the trips of a merged user go to the one that is kept, and one without a report is forgotten with its owner', async () => {
  const id = granted(await make());
  const kept = await aUserAt(world.current, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const merged = await mergeUsers(
    await aPrincipalAt(world.current, 'I', issuer),
    { keptId: kept.id, mergedId: ada.id },
    ORIGIN,
    [tripsOfUser]
  );
  granted(merged);
  expect(await seen(id, C)).toMatchObject({ ownerId: kept.id });
});

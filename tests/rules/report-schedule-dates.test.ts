import fc from 'fast-check';
import { dayIn, instantOf } from '@/lib/core/calendar/clocks';
import { businessDaysAfter, dayOf, isBusinessDay, isoOf, NO_HOLIDAYS, weekdayOf } from '@/lib/core/calendar/days';
import { type Cycle, closesOn } from '@/lib/kit/reports/schedules/cycle';
import { nextDue, nextDues, type Timing } from '@/lib/kit/reports/schedules/next-due';
import { ADJUSTED, type Adjustment, FREQUENCIES, type Rule, runsOn } from '@/lib/kit/reports/schedules/rule';

const timing = (rule: Rule, more: Partial<Timing> = {}): Timing => ({
  rule,
  adjustment: 'none',
  holidays: NO_HOLIDAYS,
  time: '07:00',
  timeZone: 'UTC',
  startsOn: '2026-01-01',
  endsOn: null,
  ...more
});
/** The days of the next firings, in UTC. */
const daysOf = (rule: Rule, count: number, more: Partial<Timing> = {}) =>
  nextDues(timing(rule, more), new Date('2025-12-31T12:00:00Z'), count).map((at) => at.toISOString().slice(0, 10));

/** What clocks of a zone show at an instant, by Intl alone. */
const shownIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** The changes of clocks in 2026 and 2027: those that skip an hour (or half), and those that repeat one. */
const CHANGES: [zone: string, day: string, time: string, instant: string][] = [
  // Skipped: the next time that exists.
  ['Europe/Stockholm', '2026-03-29', '02:30', '2026-03-29T01:00:00Z'],
  ['Europe/Stockholm', '2027-03-28', '02:00', '2027-03-28T01:00:00Z'],
  ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:00:00Z'],
  ['Europe/London', '2027-03-28', '01:59', '2027-03-28T01:00:00Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2027-03-14', '02:15', '2027-03-14T07:00:00Z'],
  ['America/Los_Angeles', '2026-03-08', '02:01', '2026-03-08T10:00:00Z'],
  ['America/St_Johns', '2027-03-14', '02:30', '2027-03-14T05:30:00Z'],
  ['America/Havana', '2026-03-08', '00:30', '2026-03-08T05:00:00Z'],
  ['America/Santiago', '2026-09-06', '00:15', '2026-09-06T04:00:00Z'],
  ['Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:00:00Z'],
  ['Australia/Sydney', '2026-10-04', '02:30', '2026-10-03T16:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00Z'],
  ['Pacific/Auckland', '2027-09-26', '02:45', '2027-09-25T14:00:00Z'],
  // Repeated: the first one alone.
  ['Europe/Stockholm', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
  ['Europe/Stockholm', '2027-10-31', '02:00', '2027-10-31T00:00:00Z'],
  ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
  ['America/Los_Angeles', '2027-11-07', '01:45', '2027-11-07T08:45:00Z'],
  ['America/St_Johns', '2026-11-01', '01:30', '2026-11-01T04:00:00Z'],
  ['America/Havana', '2026-11-01', '00:30', '2026-11-01T04:30:00Z'],
  ['America/Santiago', '2026-04-04', '23:30', '2026-04-05T02:30:00Z'],
  ['Africa/Cairo', '2026-10-29', '23:30', '2026-10-29T20:30:00Z'],
  ['Australia/Sydney', '2027-04-04', '02:30', '2027-04-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
  ['Pacific/Auckland', '2026-04-05', '02:30', '2026-04-04T13:30:00Z']
];

describe('the instant of a time of the clock', () => {
  test.each(CHANGES)('C3.083 in %s on %s at %s, when clocks change', (zone, day, time, instant) => {
    expect(instantOf(zone, dayOf(day), time).toISOString()).toBe(instant.replace('Z', '.000Z'));
  });

  test.each([...new Set(CHANGES.map(([zone]) => zone))])(
    'C3.083 in %s each day of two years has one firing, at its time wherever that exists',
    (timeZone) => {
      for (const time of ['00:00', '00:30', '02:30', '07:00', '23:30']) {
        const daily = timing({ frequency: 'daily' }, { timeZone, time, endsOn: '2027-12-31' });
        const dues = nextDues(daily, new Date('2025-12-01T00:00:00Z'), 1000);
        expect(dues).toHaveLength(730);
        const odd = dues.filter(
          (at, index) => shownIn(timeZone, at) !== `${isoOf(dayOf('2026-01-01') + index)} ${time}`
        );
        // Only where clocks skip the time, once a year at most.
        expect(odd.length).toBeLessThanOrEqual(2);
        for (const [index, at] of dues.entries()) if (index > 0) expect(at > (dues[index - 1] as Date)).toBe(true);
      }
    },
    120_000
  );

  test('C3.083 a day that a zone left out runs when the next one begins, and that one as well', () => {
    const samoa = timing(
      { frequency: 'daily' },
      { timeZone: 'Pacific/Apia', startsOn: '2011-12-29', endsOn: '2011-12-31' }
    );
    expect(nextDues(samoa, new Date('2011-12-01T00:00:00Z'), 9).map((at) => shownIn('Pacific/Apia', at))).toEqual([
      '2011-12-29 07:00',
      '2011-12-31 00:00',
      '2011-12-31 07:00'
    ]);
  });

  test('C3.083 for any zone and time it is the time itself, or nothing earlier exists after it', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2028-12-31') }),
        fc.integer({ min: 0, max: 1439 }),
        (zone, day, minutes) => {
          const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
          const wanted = `${isoOf(day)} ${time}`;
          const at = instantOf(zone, day, time);
          const before = shownIn(zone, new Date(at.getTime() - 60_000));
          expect(shownIn(zone, at) >= wanted).toBe(true);
          expect(before < wanted).toBe(true);
        }
      ),
      { numRuns: 300 }
    );
  });
});

describe('the days of a rule', () => {
  test('C2.083 every day, and Monday to Friday', () => {
    expect(daysOf({ frequency: 'daily' }, 3)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
    expect(daysOf({ frequency: 'weekdays' }, 4)).toEqual(['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-06']);
  });

  test('C2.083 on days of the week', () => {
    expect(daysOf({ frequency: 'weekly', weekdays: [1, 4, 7] }, 4)).toEqual([
      ...['2026-01-01', '2026-01-04', '2026-01-05', '2026-01-08']
    ]);
  });

  test('C2.083 on a day of the month, in a shorter month on its last, leap days too', () => {
    const monthly = (monthDay: number, startsOn: string) => daysOf({ frequency: 'monthly', monthDay }, 3, { startsOn });
    expect(monthly(31, '2026-01-31')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(monthly(29, '2028-02-01')).toEqual(['2028-02-29', '2028-03-29', '2028-04-29']);
    expect(monthly(30, '2028-02-01')).toEqual(['2028-02-29', '2028-03-30', '2028-04-30']);
    expect(monthly(29, '2027-02-01')).toEqual(['2027-02-28', '2027-03-29', '2027-04-29']);
    expect(monthly(29, '2100-02-01')).toEqual(['2100-02-28', '2100-03-29', '2100-04-29']);
  });

  test('C2.083 on the nth and on the last weekday of the month', () => {
    const nth = (nth: number, weekday: number) => daysOf({ frequency: 'nth_weekday', nth, weekday }, 3);
    expect(nth(1, 4)).toEqual(['2026-01-01', '2026-02-05', '2026-03-05']);
    expect(nth(2, 7)).toEqual(['2026-01-11', '2026-02-08', '2026-03-08']);
    expect(nth(4, 1)).toEqual(['2026-01-26', '2026-02-23', '2026-03-23']);
    expect(nth(5, 6)).toEqual(['2026-01-31', '2026-02-28', '2026-03-28']);
    expect(nth(5, 5)).toEqual(['2026-01-30', '2026-02-27', '2026-03-27']);
  });

  test('C2.083 on the last business day of the month', () => {
    expect(daysOf({ frequency: 'last_business_day' }, 6)).toEqual([
      ...['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29', '2026-06-30']
    ]);
    // Of every month of eight years, counted backwards from its end.
    const expected = Array.from({ length: 96 }, (_, month) => {
      let day = Date.UTC(2026, month + 1, 0) / 86_400_000;
      while (!isBusinessDay(day, NO_HOLIDAYS)) day -= 1;
      return isoOf(day);
    });
    expect(daysOf({ frequency: 'last_business_day' }, 96)).toEqual(expected);
  });

  const cycle = (more: Partial<Cycle>): Cycle => ({
    frequency: 'monthly',
    closingWeekday: null,
    closingDay: 31,
    startsOn: '2026-01-01',
    ...more
  });
  const closings = (one: Cycle, from: string, count: number) => {
    const days: string[] = [];
    for (let day = dayOf(from); days.length < count; day++) if (closesOn(one, day)) days.push(isoOf(day));
    return days;
  };

  test('C3.026 the ends of a reporting cycle', () => {
    expect(closings(cycle({}), '2025-01-01', 3)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(closings(cycle({ frequency: 'quarterly' }), '2025-01-01', 3)).toEqual([
      ...['2026-03-31', '2026-06-30', '2026-09-30']
    ]);
    expect(
      closings(cycle({ frequency: 'quarterly', closingDay: 15, startsOn: '2026-01-16' }), '2026-01-01', 2)
    ).toEqual(['2026-04-15', '2026-07-15']);
    const weeks = cycle({ frequency: 'weekly', closingWeekday: 'sunday', closingDay: null, startsOn: '2026-01-05' });
    expect(closings(weeks, '2026-01-01', 2)).toEqual(['2026-01-11', '2026-01-18']);
    expect(closings({ ...weeks, frequency: 'biweekly' }, '2026-01-01', 2)).toEqual(['2026-01-18', '2026-02-01']);
  });

  test('C2.083 business days after the end of a cycle, and on its last day itself', () => {
    const after = (daysAfter: number) => daysOf({ frequency: 'cycle_end', cycle: cycle({}), daysAfter }, 3);
    expect(after(0)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(after(1)).toEqual(['2026-02-02', '2026-03-02', '2026-04-01']);
    expect(after(3)).toEqual(['2026-02-04', '2026-03-04', '2026-04-03']);
    expect(after(20)).toEqual(['2026-02-27', '2026-03-27', '2026-04-28']);
  });

  test('C2.083 every closing is followed once, however many business days later', () => {
    const weekly = cycle({ frequency: 'weekly', closingWeekday: 'wednesday', closingDay: null });
    for (let daysAfter = 0; daysAfter <= 20; daysAfter++) {
      const rule: Rule = { frequency: 'cycle_end', cycle: weekly, daysAfter };
      const expected = closings(weekly, '2026-01-01', 30).map((day) =>
        isoOf(businessDaysAfter(dayOf(day), daysAfter, NO_HOLIDAYS))
      );
      expect(daysOf(rule, 30)).toEqual(expected);
    }
  });

  test('weekdays count from Monday, before 1970 too', () => {
    expect(['1969-12-28', '1969-12-29', '1970-01-01', '2026-11-26'].map((day) => weekdayOf(dayOf(day)))).toEqual([
      7, 1, 4, 4
    ]);
  });
});

/** Good Friday, Easter Monday, 1 May, Christmas and New Year, and the last two days of February 2028. */
const CLOSED = new Set(
  [
    ...['2026-04-03', '2026-04-06', '2026-05-01', '2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'],
    ...['2028-02-28', '2028-02-29']
  ].map(dayOf)
);

/** The first days of a rule from a day on, with the holidays above. */
const BUSINESS: [says: string, rule: Rule, adjustment: Adjustment, from: string, days: string[]][] = [
  [
    'the 1st business day',
    { frequency: 'nth_business_day', businessDay: 1 },
    'none',
    '2026-03-15',
    ['2026-04-01', '2026-05-04', '2026-06-01']
  ],
  [
    'the 3rd business day',
    { frequency: 'nth_business_day', businessDay: 3 },
    'none',
    '2026-04-01',
    ['2026-04-07', '2026-05-06', '2026-06-03']
  ],
  [
    'the 20th, or the last of a month with fewer',
    { frequency: 'nth_business_day', businessDay: 20 },
    'none',
    '2028-01-31',
    ['2028-02-25', '2028-03-28', '2028-04-28']
  ],
  [
    'the last business day, in a leap year and before New Year too',
    { frequency: 'last_business_day' },
    'none',
    '2026-12-01',
    ['2026-12-30', '2027-01-29', '2027-02-26']
  ],
  ['the last business day of a leap month', { frequency: 'last_business_day' }, 'none', '2028-02-01', ['2028-02-25']],
  ['a holiday all the same', { frequency: 'monthly', monthDay: 1 }, 'none', '2026-05-01', ['2026-05-01', '2026-06-01']],
  [
    'the business day before, over a weekend and into the month before',
    { frequency: 'monthly', monthDay: 1 },
    'before',
    '2026-04-15',
    ['2026-04-30', '2026-06-01', '2026-07-01', '2026-07-31']
  ],
  [
    'the business day after',
    { frequency: 'monthly', monthDay: 1 },
    'after',
    '2026-04-15',
    ['2026-05-04', '2026-06-01', '2026-07-01', '2026-08-03']
  ],
  [
    'not at all',
    { frequency: 'monthly', monthDay: 1 },
    'skip',
    '2026-04-15',
    ['2026-06-01', '2026-07-01', '2026-09-01']
  ],
  ['every business day', { frequency: 'daily' }, 'skip', '2026-04-01', ['2026-04-01', '2026-04-02', '2026-04-07']],
  ['days that meet run once', { frequency: 'daily' }, 'before', '2026-04-02', ['2026-04-02', '2026-04-07']],
  [
    'Fridays, moved over Easter',
    { frequency: 'weekly', weekdays: [5] },
    'after',
    '2026-04-01',
    ['2026-04-07', '2026-04-10', '2026-04-17']
  ],
  ['Monday to Friday, holidays too', { frequency: 'weekdays' }, 'none', '2026-04-03', ['2026-04-03', '2026-04-06']]
];

describe('holidays', () => {
  test.each(BUSINESS)('C2.083 C3.083 %s', (_, rule, adjustment, startsOn, days) => {
    const found = nextDues(
      timing(rule, { adjustment, holidays: CLOSED, startsOn }),
      new Date('2025-12-31'),
      days.length
    );
    expect(found.map((at) => at.toISOString().slice(0, 10))).toEqual(days);
  });

  test('C2.083 business days after a closing leave holidays out', () => {
    const cycle: Cycle = { frequency: 'monthly', closingWeekday: null, closingDay: 31, startsOn: '2026-01-01' };
    const after = (daysAfter: number) =>
      nextDue(
        timing({ frequency: 'cycle_end', cycle, daysAfter }, { holidays: CLOSED, startsOn: '2026-04-01' }),
        new Date('2026-04-01')
      )?.toISOString();
    expect([1, 2, 3].map(after)).toEqual([
      ...['2026-04-01T07:00:00.000Z', '2026-04-02T07:00:00.000Z', '2026-04-07T07:00:00.000Z']
    ]);
  });

  test('C2.083 C3.083 with any holidays, what minds them runs on business days alone, and what moves is not lost', () => {
    const month = dayOf('2026-03-01');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: month, max: month + 90 }), { maxLength: 40 }),
        fc.constantFrom<Rule>(
          { frequency: 'daily' },
          { frequency: 'weekly', weekdays: [3, 7] },
          { frequency: 'monthly', monthDay: 15 },
          { frequency: 'nth_weekday', nth: 5, weekday: 1 }
        ),
        fc.constantFrom<Adjustment>('before', 'after', 'skip'),
        (closed, rule, adjustment) => {
          const holidays = new Set(closed);
          const span = Array.from({ length: 240 }, (_, at) => month - 60 + at);
          const nominal = span.filter((day) => runsOn(timing(rule), day));
          const business = (day: number) => isBusinessDay(day, holidays);
          const moved = (day: number) => {
            let at = day;
            while (!business(at)) at += adjustment === 'before' ? -1 : 1;
            return at;
          };
          const expected =
            adjustment === 'skip' ? nominal.filter(business) : [...new Set(nominal.map(moved))].sort((a, b) => a - b);
          const within = (day: number) => day >= month - 20 && day <= month + 120;
          const found = span.filter((day) => runsOn(timing(rule, { adjustment, holidays }), day));
          expect(found.filter(within)).toEqual(expected.filter(within));
        }
      ),
      { numRuns: 200 }
    );
  });

  test('C2.083 every frequency is one whose days can be moved, or goes by business days itself, or by bookings', () => {
    expect(FREQUENCIES.filter((frequency) => !ADJUSTED.includes(frequency))).toEqual([
      ...['nth_business_day', 'last_business_day', 'after_bookings']
    ]);
  });
});

describe('the next firing', () => {
  test('C3.083 is after the instant, from the first to the last day', () => {
    const daily = timing({ frequency: 'daily' }, { startsOn: '2026-03-01', endsOn: '2026-03-02' });
    expect(nextDue(daily, new Date('2026-01-01T00:00:00Z'))?.toISOString()).toBe('2026-03-01T07:00:00.000Z');
    expect(nextDue(daily, new Date('2026-03-01T06:59:59Z'))?.toISOString()).toBe('2026-03-01T07:00:00.000Z');
    expect(nextDue(daily, new Date('2026-03-01T07:00:00Z'))?.toISOString()).toBe('2026-03-02T07:00:00.000Z');
    expect(nextDue(daily, new Date('2026-03-02T07:00:00Z'))).toBeNull();
    const never = timing({ frequency: 'weekly', weekdays: [6] }, { startsOn: '2026-03-02', endsOn: '2026-03-06' });
    expect(nextDue(never, new Date('2026-01-01T00:00:00Z'))).toBeNull();
  });

  test('C3.083 is on the day of its own time zone', () => {
    const tokyo = timing({ frequency: 'weekly', weekdays: [1] }, { timeZone: 'Asia/Tokyo' });
    expect(nextDue(tokyo, new Date('2026-01-01T00:00:00Z'))?.toISOString()).toBe('2026-01-04T22:00:00.000Z');
    expect(dayIn('Asia/Tokyo', new Date('2026-01-04T22:00:00Z'))).toBe(dayOf('2026-01-05'));
  });

  test('C3.083 of any rule comes on one of its days', () => {
    const rules: Rule[] = [
      { frequency: 'weekdays' },
      { frequency: 'last_business_day' },
      { frequency: 'weekly', weekdays: [2, 6] },
      { frequency: 'monthly', monthDay: 30 },
      { frequency: 'nth_weekday', nth: 3, weekday: 2 }
    ];
    for (const rule of rules)
      for (const due of nextDues(timing(rule, { timeZone: 'America/Bogota' }), new Date('2026-01-01T00:00:00Z'), 40))
        expect(runsOn(timing(rule), dayIn('America/Bogota', due))).toBe(true);
  });
});

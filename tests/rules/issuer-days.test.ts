import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock } from '@/lib/core/server/clock';
import { timeZoneAt } from '@/lib/directory/structure/reads/today';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { periodOf } from '@/lib/kit/audit/period';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { Listing } from '@/lib/kit/listing/listing';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anIssuer } from '../support/structure';

const world = useDatabase();
afterEach(() => shiftClock(0));

async function readerIn(timeZone: string): Promise<Principal> {
  const issuer = await anIssuer(world.current);
  await world.current.query('UPDATE issuers SET time_zone = $2 WHERE id = $1', [issuer.id, timeZone]);
  return aPrincipalAt(world.current, 'I', issuer);
}

/** A list of these instants. */
const listOf = (instants: readonly string[]): Listing<'at'> => ({
  name: 'audit',
  area: 'structure',
  from: ({ issuerId }) => Prisma.sql`(
    SELECT ${issuerId}::uuid AS issuer_id, gen_random_uuid() AS id, at FROM unnest(${[...instants]}::timestamptz[]) AS at) t`,
  where: () => Prisma.sql`TRUE`,
  issuer: Prisma.sql`t.issuer_id`,
  id: Prisma.sql`t.id`,
  columns: { at: { sql: Prisma.sql`t.at`, type: 'date-time', label: 'audit.at', filter: 'range' } },
  order: { column: 'at' }
});

/** The first and the last instant of a day, and those that are not quite of it. */
const DAYS: [zone: string, day: string, first: string, last: string][] = [
  ['Europe/Stockholm', '2026-11-23', '2026-11-22T23:00:00.000Z', '2026-11-23T22:59:59.999Z'],
  // Summer time begins: a day of 23 hours.
  ['Europe/Stockholm', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  // It ends: 25 hours.
  ['Europe/Stockholm', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['Asia/Tokyo', '2026-11-23', '2026-11-22T15:00:00.000Z', '2026-11-23T14:59:59.999Z'],
  ['Asia/Singapore', '2026-11-23', '2026-11-22T16:00:00.000Z', '2026-11-23T15:59:59.999Z'],
  ['America/New_York', '2026-11-22', '2026-11-22T05:00:00.000Z', '2026-11-23T04:59:59.999Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ['UTC', '2026-11-23', '2026-11-23T00:00:00.000Z', '2026-11-23T23:59:59.999Z']
];

test.each(DAYS)(
  'W7 C5.018 in %s a filter from and to %s finds what the list shows under that day',
  async (zone, day, first, last) => {
    const reader = await readerIn(zone);
    const near = (instant: string, millis: number) => new Date(Date.parse(instant) + millis).toISOString();
    const list = listOf([near(first, -1), first, last, near(last, 1)]);
    const found = async (asked: Record<string, string>) =>
      (await listPage(reader, list, readQuery(list, asked))).rows.map(({ at }) => (at as Date).toISOString());
    expect(await found({ 'at.from': day, 'at.to': day })).toEqual([first, last]);
    expect(await found({ 'at.from': day })).toEqual([first, last, near(last, 1)]);
    expect(await found({ 'at.to': day })).toEqual([near(first, -1), first, last]);
    expect(await listCount(reader, list, readQuery(list, { 'at.from': day, 'at.to': day }))).toBe(2);
    const shown = new Intl.DateTimeFormat('sv', { timeZone: zone });
    expect([first, last].map((at) => shown.format(new Date(at)))).toEqual([day, day]);
  }
);

test.each(DAYS)('W7 C5.022 in %s the audit of %s is of that day', async (zone, day, first, last) => {
  const reader = await readerIn(zone);
  for (const at of [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1])
    await world.current.query(
      `INSERT INTO audit_entries (issuer_id, occurred_at, action, entity, request_id, address, details)
       VALUES ($1, $2, 'user.changed', 'test', $3, '127.0.0.1', '{}')`,
      [reader.issuerId, new Date(at), randomUUID()]
    );
  const list = auditListing({ 'at.from': day, 'at.to': day, entity: 'test' });
  const { rows } = await listPage(reader, list, readQuery(list, { 'at.from': day, 'at.to': day, entity: 'test' }));
  expect(rows.map(({ at }) => (at as Date).toISOString())).toEqual([last, first]);
});

test('W7 the day that a form or a period begins with is the reader’s: just after midnight it is the new one', async () => {
  shiftClock(Date.parse('2026-11-22T23:23:00Z') - Date.now());
  expect(['Europe/Stockholm', 'Asia/Tokyo', 'Asia/Singapore', 'America/New_York', 'UTC'].map(todayIn)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-11-22',
    '2026-11-22'
  ]);
  expect(await timeZoneAt((await readerIn('Asia/Tokyo')).issuerId)).toBe('Asia/Tokyo');
  expect(periodOf({}, 'Europe/Stockholm')).toMatchObject({ from: '2026-10-25', to: '2026-11-23' });
  expect(periodOf({}, 'America/New_York')).toMatchObject({ from: '2026-10-24', to: '2026-11-22' });
});

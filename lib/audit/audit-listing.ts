import type { Principal } from '../access/principal';
import { nodeColumns } from '../access/scope';
import { SYSTEM_ISSUER_ID } from '../core/audit';
import { Prisma } from '../core/prisma/client';
import { userIdKey } from '../identity/user-id';
import type { Listing } from '../listing/listing';
import type { SearchParams } from '../listing/query';
import { settingColumn } from '../settings/setting-value';
import { companyOf, type Period, periodOf, periodSetting } from './period';
import { chosenIssuer, entriesWithin, standsWithin } from './scope';
import { wordsOf } from './words';

type Name =
  | 'at'
  | 'actor'
  | 'userId'
  | 'action'
  | 'entity'
  | 'record'
  | 'recordId'
  | 'place'
  | 'details'
  | 'accessor'
  | 'address';

/** Somebody's name, and the user id as far as they stand in the reader's part. The issuer is among `homes`. */
const person = (principal: Principal, alias: string, homes: Prisma.Sql, id: Prisma.Sql) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT u.first_name || ' ' || u.last_name AS name,
      CASE WHEN ${standsWithin(principal, Prisma.sql`u.issuer_id`, nodeColumns('un'))} THEN u.user_id END AS user_id
    FROM users u LEFT JOIN nodes un ON (un.issuer_id, un.id) = (u.issuer_id, u.node_id)
    WHERE u.issuer_id = ANY(${homes}) AND u.id = ${id}
  ) ${Prisma.raw(alias)} ON TRUE`;

/** Entries with their place, and the names of those who take part; of a record only within the reader's part. */
export function auditSource(principal: Principal, issuerId: string | null): Prisma.Sql {
  // Who acts on an issuer's records stands there, in its issuer group, or in the system's own issuer.
  const homes = Prisma.sql`ARRAY(
    SELECT ${issuerId}::uuid UNION SELECT ${SYSTEM_ISSUER_ID}::uuid
    UNION SELECT o.issuer_id FROM issuer_group_members m JOIN issuer_group_members o USING (issuer_group_id)
      WHERE m.issuer_id = ${issuerId}::uuid)`;
  return Prisma.sql`audit_entries e
    LEFT JOIN nodes n ON (n.issuer_id, n.id) = (e.issuer_id, e.node_id)
    ${person(principal, 'a', homes, Prisma.sql`e.actor_user_id`)}
    ${person(principal, 'x', Prisma.sql`ARRAY[e.accessor_issuer_id]`, Prisma.sql`e.accessor_user_id`)}
    LEFT JOIN LATERAL (
      SELECT CASE WHEN e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.entity_id::uuid END AS id
    ) r ON TRUE
    LEFT JOIN LATERAL (
      SELECT u.first_name || ' ' || u.last_name AS name FROM users u
      LEFT JOIN nodes rn ON (rn.issuer_id, rn.id) = (u.issuer_id, u.node_id)
      WHERE e.entity = 'user' AND (u.issuer_id, u.id) = (e.issuer_id, r.id)
        AND ${standsWithin(principal, Prisma.sql`u.issuer_id`, nodeColumns('rn'))}
      UNION ALL
      SELECT rn.name_1 FROM nodes rn
      WHERE (rn.issuer_id, rn.id) = (e.issuer_id, r.id)
        AND ${standsWithin(principal, Prisma.sql`rn.issuer_id`, nodeColumns('rn'))}
      LIMIT 1
    ) rr ON TRUE`;
}

/** What the record is called: its name where it is known, else what identifies it. */
export const RECORD_NAME = Prisma.sql`coalesce(rr.name, e.details->>'name', e.entity_id)`;

/** The details in one line: `name: Old → New; reason: …`. */
const DETAILS = Prisma.sql`(
  SELECT string_agg(field || ': ' || CASE
      WHEN changed THEN coalesce(nullif(before, ''), '–') || ' → ' || coalesce(nullif(after, ''), '–')
      ELSE coalesce(value, '–') END, '; ' ORDER BY field)
  FROM (
    SELECT regexp_replace(d.key, '^(before|after)\\.', '') AS field,
      max(d.value) FILTER (WHERE d.key LIKE 'before.%') AS before,
      max(d.value) FILTER (WHERE d.key LIKE 'after.%') AS after,
      max(d.value) FILTER (WHERE d.key !~ '^(before|after)\\.') AS value,
      bool_or(d.key ~ '^(before|after)\\.') AS changed
    FROM jsonb_each_text(e.details) d GROUP BY 1
  ) fields)`;

/** The user with an id, in any case, as far as they stand in the reader's part. */
const userWithId = (principal: Principal, userId: string) => Prisma.sql`(
  SELECT u.id FROM user_directory d JOIN users u ON (u.issuer_id, u.id) = (d.issuer_id, d.user_id)
  LEFT JOIN nodes un ON (un.issuer_id, un.id) = (u.issuer_id, u.node_id)
  WHERE d.user_id_key = ${userIdKey(userId)}
    AND ${standsWithin(principal, Prisma.sql`u.issuer_id`, nodeColumns('un'))})`;

/** The days of the period; none when it is longer than the issuer's or company's setting says (C5.022). */
function withinPeriod(principal: Principal, issuerId: string, { from, to, named }: Period): Prisma.Sql {
  const company = companyOf(principal, issuerId);
  const most = settingColumn(periodSetting(named), Prisma.sql`${issuerId}::uuid`, Prisma.sql`${company}::uuid`);
  return Prisma.sql`e.occurred_at >= ${from}::text::timestamptz
    AND e.occurred_at < ${to}::text::date + 1
    AND ${to}::text::date - ${from}::text::date < (${most})::int`;
}

/** The audit entries that an address asks for: of one issuer, in one period, newest first. */
export function auditListing(params: SearchParams): Listing<Name> {
  const asked = typeof params.issuer === 'string' ? params.issuer : undefined;
  const period = periodOf(params);
  const userId = typeof params.userId === 'string' ? params.userId.trim() : '';
  const text = { type: 'text', nullable: true, sort: false } as const;
  return {
    name: 'audit',
    area: 'audit',
    parameters: asked ? { issuer: asked } : {},
    from: (principal) => auditSource(principal, chosenIssuer(principal, asked)),
    where: (principal) => {
      const issuerId = chosenIssuer(principal, asked);
      if (issuerId === null) return Prisma.sql`FALSE`;
      const actor = userId ? Prisma.sql`e.actor_user_id = ${userWithId(principal, userId)}` : Prisma.sql`TRUE`;
      return Prisma.sql`${entriesWithin(principal, issuerId)} AND ${withinPeriod(principal, issuerId, period)} AND ${actor}`;
    },
    issuer: Prisma.sql`e.issuer_id`,
    // Entries are numbered; the list's order takes ids.
    id: Prisma.sql`lpad(to_hex(e.sequence), 32, '0')::uuid`,
    columns: {
      at: { sql: Prisma.sql`e.occurred_at`, type: 'date-time', label: 'audit.at', filter: 'range' },
      actor: { ...text, sql: Prisma.sql`a.name`, label: 'audit.actor' },
      userId: { ...text, sql: Prisma.sql`a.user_id`, label: 'audit.actor.user.id', filter: 'begins' },
      action: {
        sql: Prisma.sql`e.action`,
        type: 'choice',
        label: 'audit.action',
        sort: false,
        filter: 'choice',
        choices: wordsOf('action')
      },
      entity: {
        sql: Prisma.sql`e.entity`,
        type: 'choice',
        label: 'audit.entity',
        sort: false,
        filter: 'choice',
        choices: wordsOf('entity')
      },
      record: { ...text, sql: RECORD_NAME, label: 'audit.record' },
      recordId: { ...text, sql: Prisma.sql`e.entity_id`, label: 'audit.record.id', filter: 'equals', hidden: true },
      details: { ...text, sql: DETAILS, label: 'audit.details' },
      place: { ...text, sql: Prisma.sql`n.name_1`, label: 'audit.place', hidden: true },
      accessor: { ...text, sql: Prisma.sql`x.name`, label: 'audit.accessor', hidden: true },
      address: { ...text, sql: Prisma.sql`host(e.address)`, label: 'audit.address', hidden: true }
    },
    order: { column: 'at', descending: true }
  };
}

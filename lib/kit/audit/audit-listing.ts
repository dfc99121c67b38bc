import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { settingColumn } from '../../access/settings/setting-value';
import { AUDIT_ENTRIES } from '../../core/audit/entries';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { joinedUser, ofUser } from '../../directory/people/reads/of-user';
import { USER_IDS } from '../../directory/people/reads/user-ids';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { atNode } from '../../directory/structure/reads/joins';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { userIdKey } from '../../sign-in/account/user-id';
import { startOfDay } from '../listing/issuer-days';
import type { Listing } from '../listing/listing';
import type { SearchParams } from '../listing/query';
import { companyOf, type Period, periodOf, periodSetting } from './period';
import { chosenIssuer, entriesWithin, wholeIssuers } from './scope';
import { wordsOf } from './words';

type Name =
  | 'number'
  | 'hash'
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

/** The node of a user in the reader's scope; null outside it. */
const standing = (principal: Principal, node: string, user: string) => Prisma.sql`
  LEFT ${atNode(`${user}.node_id`, node)} AND ${within(principal.scope, nodeColumns(node))}`;

/**
 * Entries `e` with their node `n`, actor `a`, accessor `x`, and the user `ru` or node `rn` they concern; `an`, `xn`,
 * `run` exist for users in the reader's scope. Each join finds at most one row, so a query that doesn't need it, such
 * as a count, omits it.
 */
export function auditSource(principal: Principal): Prisma.Sql {
  const record = Prisma.sql`CASE WHEN e.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.entity_id::uuid END`;
  return Prisma.sql`${AUDIT_ENTRIES} e
    CROSS JOIN (SELECT ${principal.scope.everywhere}::boolean AS everywhere, ${wholeIssuers(principal)} AS whole) v
    LEFT ${atNode('e.node_id')}
    LEFT ${joinedUser(Prisma.sql`coalesce(e.actor_issuer_id, e.issuer_id)`, Prisma.sql`e.actor_user_id`, 'a')}
    ${standing(principal, 'an', 'a')}
    LEFT ${joinedUser(Prisma.sql`e.accessor_issuer_id`, Prisma.sql`e.accessor_user_id`, 'x')}
    ${standing(principal, 'xn', 'x')}
    LEFT ${joinedUser(Prisma.sql`e.issuer_id`, record, 'ru')} AND e.entity = 'user'
    ${standing(principal, 'run', 'ru')}
    LEFT ${joinedNode(Prisma.sql`e.issuer_id`, record, 'rn')} AND ${within(principal.scope, nodeColumns('rn'))}`;
}

const name = (user: string) => Prisma.sql`${sqlName(`${user}.first_name`)} || ' ' || ${sqlName(`${user}.last_name`)}`;

/** The value of a user in the reader's scope, with `node`, or in an issuer wholly in scope. */
const ifWithin = (user: string, node: string, told: Prisma.Sql) =>
  Prisma.sql`CASE WHEN v.everywhere OR ${sqlName(`${user}.issuer_id`)} = ANY(v.whole) OR ${sqlName(`${node}.id`)} IS NOT NULL THEN ${told} END`;

/** An entry in words: actor, accessor, subject. Outside the reader's scope only the names of actors are shown. */
export const TOLD = {
  actor: name('a'),
  actorUserId: ifWithin('a', 'an', Prisma.sql`a.user_id`),
  accessor: name('x'),
  accessorUserId: ifWithin('x', 'xn', Prisma.sql`x.user_id`),
  record: Prisma.sql`coalesce(${ifWithin('ru', 'run', name('ru'))}, rn.name_1, e.details->>'name', e.details->>'title', e.details->>'number',
    e.details->>'reference', e.entity_id)`
};

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

/** The user with an id, regardless of case, in the reader's scope. */
const userWithId = (principal: Principal, userId: string) => Prisma.sql`(
  SELECT u.id FROM ${USER_IDS} d ${ofUser('d.user_id')}
  ${standing(principal, 'un', 'u')}
  WHERE d.user_id_key = ${userIdKey(userId)}
    AND (${principal.scope.everywhere} OR u.issuer_id = ANY(${wholeIssuers(principal)}) OR un.id IS NOT NULL))`;

/**
 * The entries of the period's days, as the reader sees them; none if the period is longer than the issuer's or
 * company's setting allows (C5.022).
 */
function withinPeriod(principal: Principal, issuerId: string, { from, to, named }: Period): Prisma.Sql {
  const company = companyOf(principal, issuerId);
  const most = settingColumn(periodSetting(named), Prisma.sql`${issuerId}::uuid`, Prisma.sql`${company}::uuid`);
  return Prisma.sql`e.occurred_at >= ${startOfDay(principal, from)}
    AND e.occurred_at < ${startOfDay(principal, to, 1)}
    AND ${to}::text::date - ${from}::text::date < (${most})::int`;
}

/** The audit entries for an address: of one issuer and one period, newest first. */
export function auditListing(params: SearchParams): Listing<Name> {
  const asked = typeof params.issuer === 'string' ? params.issuer : undefined;
  const userId = typeof params.userId === 'string' ? params.userId.replaceAll('\0', '').trim() : '';
  const text = { type: 'text', nullable: true, sort: false } as const;
  return {
    name: 'audit',
    area: 'audit',
    parameters: asked ? { issuer: asked } : {},
    from: auditSource,
    where: async (principal) => {
      const issuerId = chosenIssuer(principal, asked);
      if (issuerId === null) return Prisma.sql`FALSE`;
      const period = periodOf(params, await timeZoneAt(principal.issuerId));
      const actor = userId ? Prisma.sql`e.actor_user_id = ${userWithId(principal, userId)}` : Prisma.sql`TRUE`;
      return Prisma.sql`${entriesWithin(principal, issuerId)} AND ${withinPeriod(principal, issuerId, period)} AND ${actor}`;
    },
    issuer: Prisma.sql`e.issuer_id`,
    // Entries have numbers; the list orders by ids.
    id: Prisma.sql`lpad(to_hex(e.sequence), 32, '0')::uuid`,
    columns: {
      number: { sql: Prisma.sql`e.sequence`, type: 'number', label: 'audit.number', sort: false, hidden: true },
      at: { sql: Prisma.sql`e.occurred_at`, type: 'date-time', label: 'audit.at', filter: 'range' },
      actor: { ...text, sql: TOLD.actor, label: 'audit.actor' },
      userId: { ...text, sql: TOLD.actorUserId, label: 'audit.actor.user.id', filter: 'begins', hidden: true },
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
      record: { ...text, sql: TOLD.record, label: 'audit.record' },
      recordId: { ...text, sql: Prisma.sql`e.entity_id`, label: 'audit.record.id', filter: 'equals', hidden: true },
      details: { ...text, sql: DETAILS, label: 'audit.details' },
      place: { ...text, sql: Prisma.sql`n.name_1`, label: 'audit.place', hidden: true },
      accessor: { ...text, sql: TOLD.accessor, label: 'audit.accessor', hidden: true },
      address: { ...text, sql: Prisma.sql`host(e.address)`, label: 'audit.address', hidden: true },
      hash: { sql: Prisma.sql`encode(e.hash, 'hex')`, type: 'text', label: 'audit.hash', sort: false, hidden: true }
    },
    exported: ['number', 'hash'],
    order: { column: 'at', descending: true }
  };
}

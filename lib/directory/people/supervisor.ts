import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import { atNode } from '../structure/reads/joins';
import { CHOICE, findPeople, type PersonChoice, PICKABLE, personChoiceRow, personNamed } from './find-people';
import { fullName, userColumns } from './user-record';

/** The possible supervisors of a user: others of the same issuer, in the principal's scope. */
const others = ({ scope }: Principal, supervised: { issuerId: string; id: string } | null) => Prisma.sql`
  ${within(scope, userColumns)} AND ${
    supervised
      ? Prisma.sql`u.issuer_id = ${supervised.issuerId}::uuid AND u.id <> ${supervised.id}::uuid`
      : Prisma.sql`TRUE`
  }`;

/**
 * The possible supervisors of a user, or of a new one (null), in the principal's scope, by the beginnings of names and
 * user id; at most 20.
 */
export async function findSupervisors(
  principal: Principal,
  supervised: { issuerId: string; id: string } | null,
  text: string
): Promise<PersonChoice[]> {
  return may(principal, 'users', 'modify') ? findPeople(others(principal, supervised), text) : [];
}

/** The id of the one user that a text names exactly, for choosing a supervisor without scripts. */
export async function supervisorNamed(
  principal: Principal,
  supervised: { issuerId: string; id: string } | null,
  text: string
): Promise<string | null> {
  return (await personNamed((typed) => findSupervisors(principal, supervised, typed), text))?.id ?? null;
}

/**
 * Serializes changes of supervisors in an issuer until the commit, as the database does: take it before locking users.
 */
export async function holdSupervisors(tx: Transaction, issuerId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtext('supervisors/' || ${issuerId}))) AS held`;
}

/**
 * The reason that a person can't be a user's supervisor, or null: they must be an active user of the same issuer in the
 * principal's scope, and not report to the user. They are locked until the commit.
 */
export async function supervisorFault(
  tx: Transaction,
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string | null },
  supervisorId: string | null
): Promise<Refusal | null> {
  if (supervisorId === null) return null;
  const field = 'supervisorId';
  if (supervisorId === id) return { code: 'user.supervisor.oneself', field };
  await holdSupervisors(tx, issuerId);
  const [chosen] = await readRows(tx, personChoiceRow)`
    SELECT ${CHOICE} FROM users u LEFT ${atNode('u.node_id')}
    WHERE ${PICKABLE} AND ${within(principal.scope, userColumns)} AND u.issuer_id = ${issuerId}::uuid AND u.id = ${supervisorId}::uuid FOR KEY SHARE OF u`;
  if (!chosen) return { code: 'user.supervisor.unknown', field };
  const isCircle = await exists(tx)`
    SELECT 1 FROM supervisor_line(${issuerId}::uuid, ${supervisorId}::uuid) AS above WHERE above = ${id}::uuid`;
  return isCircle ? { code: 'user.supervisor.circle', field, params: { name: fullName(chosen) } } : null;
}

import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { askFault } from '../../kit/states/ask-fault';
import { userNameAnywhere } from '../people/reads/user-name';
import { atIssuer, atNode } from '../structure/reads/joins';
import type { Application } from './schema';
import { type KeptState, KINDS, REGISTRATION } from './states';

const registrationRecordRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.enum(KINDS),
  state: textOf<KeptState>(),
  nodeId: z.string(),
  issuerName: z.string(),
  brandName: z.string(),
  locale: z.string(),
  email: z.string(),
  name: z.string(),
  details: jsonOf<Partial<Omit<Application, 'issuer' | 'email'>>>(),
  registeredAt: z.date(),
  decidedAt: z.date().nullable(),
  /** The deciding user; null if a cardholder completed it alone. */
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  version: z.number()
});

/** A registration as administrators see it. */
export type RegistrationRecord = z.infer<typeof registrationRecordRow>;

/** A registration in the principal's scope, or null. */
export async function findRegistration(
  principal: Principal,
  id: string,
  db: Transaction = database(),
  { lock = false } = {}
): Promise<RegistrationRecord | null> {
  if (!may(principal, 'registrations', 'view')) return null;
  const rows = await readRows(db, registrationRecordRow)`
    SELECT r.issuer_id AS "issuerId", r.id, r.kind::text AS kind, r.state::text AS state, r.node_id AS "nodeId",
      i.name AS "issuerName", r.brand_name AS "brandName", r.locale, r.email, r.name, r.details,
      r.registered_at AS "registeredAt", r.decided_at AS "decidedAt",
      ${userNameAnywhere(Prisma.sql`r.decided_by`)} AS "decidedBy",
      r.reason, r.version
    FROM registrations r
    ${atIssuer('r')}
    ${atNode('r.node_id')}
    WHERE r.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}
    ${lock ? Prisma.sql`FOR UPDATE OF r` : Prisma.empty}`;
  return rows[0] ?? null;
}

export const NOT_FOUND = refused({ code: 'registration.not.found' });

/** A registration for an event, locked until the commit, for a principal who may decide it. */
export async function awaiting(
  tx: Transaction,
  principal: Principal,
  event: 'approve' | 'decline',
  { id, version, reason }: { id: string; version: number; reason?: string }
): Promise<Result<RegistrationRecord>> {
  const registration = await findRegistration(principal, id, tx, { lock: true });
  if (!registration) return NOT_FOUND;
  const fault = askFault(REGISTRATION, event, principal, reason);
  if (fault) return refused(fault);
  const refusal = REGISTRATION.refusal(event, registration.state);
  if (refusal) return refused({ code: refusal });
  return registration.version === version
    ? accepted(registration)
    : refused({ code: 'record.changed', params: { version: registration.version } });
}

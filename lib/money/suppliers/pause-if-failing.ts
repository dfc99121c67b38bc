import { z } from 'zod';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { grantedPlaces } from '../../directory/people/granted-places';
import { peopleToMail } from '../../directory/people/people-to-mail';
import { atNode } from '../../directory/structure/reads/joins';
import { postNotice } from '../../kit/notices/post-notice';
import { setUpPath } from '../../kit/setup/address';
import { lapseRecord } from '../../kit/setup/lapse-record';
import { rowsOf } from '../../kit/setup/records-of';
import integrator from './entities/integrator';

const ORIGIN: Origin = { requestId: 'integrators', address: '127.0.0.1', userAgent: '' };

/** An integrator is paused after so many attempts in vain since anything arrived, the first of them an hour ago. */
const MOST_FAILURES = 20;
const PATIENCE_MINUTES = 60;

const pausedRow = z.strictObject({ ownerId: z.string(), name: z.string(), path: z.string() });

/**
 * Pauses an integrator that keeps failing: it becomes inactive, so that nothing waits for it any more, and those who may
 * change it are told. They activate it again once it is repaired.
 */
export async function pauseIfFailing(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string }
): Promise<void> {
  const isFailing = await exists(tx)`
    SELECT 1 FROM integrator_deliveries d
    WHERE d.issuer_id = ${issuerId}::uuid AND d.integrator_id = ${id}::uuid AND d.state = 'queued' AND d.attempts > 0
      AND NOT EXISTS (SELECT 1 FROM integrator_deliveries a
        WHERE (a.issuer_id, a.integrator_id) = (d.issuer_id, d.integrator_id) AND a.state = 'delivered'
          AND a.ended_at >= d.created_at)
    HAVING sum(d.attempts) >= ${MOST_FAILURES}
      AND min(d.created_at) <= ${now()}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})`;
  if (!isFailing) return;
  const [paused] = await readRows(tx, pausedRow)`
    SELECT r.owner_id AS "ownerId", r.name, n.path
    FROM ${rowsOf(integrator)} r ${atNode('r.owner_id')}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
  if (!paused || !(await lapseRecord(tx, integrator, { issuerId, ownerId: paused.ownerId, id }, ORIGIN))) return;
  const people = await peopleToMail(
    tx,
    issuerId,
    Prisma.sql`EXISTS (SELECT 1 FROM ${grantedPlaces('company_setup', 'modify')} AND n.path = ${paused.path})`
  );
  for (const { id: userId } of people)
    await postNotice(tx, {
      issuerId,
      userId,
      kind: 'job.integrator.paused',
      params: { name: paused.name },
      href: setUpPath(`/integrator/${id}`, { issuer: issuerId })
    });
}

import { z } from 'zod';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { type Posted, postOutside } from '../../core/http/post-outside';
import { now } from '../../core/server/clock';
import { MAX_ATTEMPTS, type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { openSecret } from '../../kit/setup/keep-secrets';
import { rowsOf } from '../../kit/setup/records-of';
import integrator from './entities/integrator';
import { pauseIfFailing } from './pause-if-failing';
import { signedHeaders } from './signature';

const payloadSchema = z.object({ id: z.guid() });
const waitingRow = z.strictObject({
  integratorId: z.string(),
  body: z.string(),
  address: z.string(),
  active: z.boolean()
});
type Waiting = z.infer<typeof waitingRow>;

/** The status that says that an address is gone for good (RFC 9110). */
const GONE = 410;

type Came = Posted | { fault: 'inactive' };

/**
 * The handler of deliveries (C3.021): posts one, signed, to its integrator's address. One that doesn't arrive is repeated
 * by the outbox under the same id, by which its receiver knows it; an integrator that keeps failing is paused.
 */
export async function deliver(tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> {
  const { id } = payloadSchema.parse(payload);
  const [waiting] = await readRows(tx, waitingRow)`
    SELECT d.integrator_id AS "integratorId", d.body, r.address, r.active FROM integrator_deliveries d
    JOIN ${rowsOf(integrator)} r ON (r.issuer_id, r.id) = (d.issuer_id, d.integrator_id)
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid AND d.state = 'queued'`;
  // Whoever deleted the integrator took its deliveries along.
  if (!waiting) return;
  const came = await send(tx, { issuerId, id }, waiting);
  if ('status' in came && came.status >= 200 && came.status < 300) return note(tx, { issuerId, id }, 'delivered', came);
  const isVain = 'fault' in came ? came.fault === 'inactive' : came.status === GONE;
  const isOver = isVain || attempts + 1 >= MAX_ATTEMPTS;
  // What a failure leaves must outlive the entry's own transaction, which is rolled back.
  await transaction(async (own) => {
    await note(own, { issuerId, id }, isOver ? 'failed' : 'queued', came);
    if (waiting.active) await pauseIfFailing(own, { issuerId, id: waiting.integratorId });
  });
  const why = 'fault' in came ? came.fault : `status ${came.status}`;
  throw isOver ? new Undeliverable(`an integrator: ${why}`) : new Error(`an integrator: ${why}`);
}

async function send(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  { integratorId, body, address, active }: Waiting
): Promise<Came> {
  const key = active ? await openSecret(tx, { issuerId, id: integratorId, field: 'key' }) : null;
  if (key === null) return { fault: 'inactive' };
  return postOutside(address, { headers: signedHeaders(key, { id, at: now(), body }), body });
}

async function note(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  state: 'queued' | 'delivered' | 'failed',
  came: Came
): Promise<void> {
  const { status, fault } = { status: null, fault: null, ...came };
  await tx.$executeRaw`
    UPDATE integrator_deliveries SET state = ${state}, attempts = attempts + 1, status = ${status}, fault = ${fault},
      ended_at = ${state === 'queued' ? null : now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND state = 'queued'`;
}

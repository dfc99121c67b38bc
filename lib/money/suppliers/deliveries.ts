import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { enqueue } from '../../core/server/outbox';
import type { FileFault } from './put-file';

/** The outbox's topic of deliveries to integrators. */
export const DELIVERY_TOPIC = 'integrator.delivery';

interface Told {
  issuerId: string;
  integratorId: string;
  event: 'test' | 'payment.sent' | 'spending_alert.fired';
  data: Record<string, unknown>;
}

/** Queues what an integrator is told, in the transaction that causes it. */
export async function tellIntegrator(tx: Transaction, { issuerId, integratorId, event, data }: Told): Promise<void> {
  const id = newId();
  const body = JSON.stringify({ type: event, timestamp: now().toISOString(), data });
  await tx.$executeRaw`
    INSERT INTO integrator_deliveries (issuer_id, id, integrator_id, event, body, created_at)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${integratorId}::uuid, ${event}, ${body}, ${now()})`;
  await enqueue(tx, { issuerId, topic: DELIVERY_TOPIC, payload: { id } });
}

/** Why a delivery has no answer, or wasn't taken. */
export type DeliveryFault = FileFault | 'inactive' | 'recipient' | 'mail';

const deliveryRow = z.strictObject({
  id: z.string(),
  event: textOf<Told['event']>(),
  state: textOf<'queued' | 'delivered' | 'failed'>(),
  attempts: z.number(),
  status: z.number().nullable(),
  fault: textOf<DeliveryFault>().nullable(),
  createdAt: z.date()
});

/** A delivery to an integrator, with the status of its answer. */
export type Delivery = z.infer<typeof deliveryRow>;

const SHOWN = 10;

/** The last deliveries to an integrator, whose record the reader sees. */
export const lastDeliveries = ({ issuerId, id }: { issuerId: string; id: string }): Promise<Delivery[]> =>
  readRows(database(), deliveryRow)`
    SELECT d.id, d.event, d.state, d.attempts, d.status, d.fault, d.created_at AS "createdAt" FROM integrator_deliveries d
    WHERE d.issuer_id = ${issuerId}::uuid AND d.integrator_id = ${id}::uuid ORDER BY d.created_at DESC LIMIT ${SHOWN}`;

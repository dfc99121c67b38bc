import { z } from 'zod';
import type { Mail } from '../../brand/mail/render';
import { sendMail } from '../../brand/mail/send-mail';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import { postOutside } from '../../core/http/post-outside';
import { signedHeaders } from '../../core/http/webhook-signature';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import { now } from '../../core/server/clock';
import { config } from '../../core/server/config';
import { MAX_ATTEMPTS, type OutboxEntry, Undeliverable } from '../../core/server/outbox';
import { brandOfIssuer } from '../../directory/structure/reads/issuer-brands';
import { openSecret } from '../../kit/setup/keep-secrets';
import { rowsOf } from '../../kit/setup/records-of';
import { DELIVERY_TOPIC, type DeliveryFault } from './deliveries';
import integrator from './entities/integrator';
import { pauseIfFailing } from './pause-if-failing';
import { putFile } from './put-file';

const payloadSchema = z.object({ id: z.guid() });
const waitingRow = z.strictObject({
  integratorId: z.string(),
  event: z.string(),
  body: z.string(),
  active: z.boolean(),
  name: z.string(),
  contact: z.string().nullable(),
  delivery: textOf<'webhook' | 'mail' | 'sftp'>(),
  address: z.string().nullable(),
  mailbox: z.array(z.string()).nullable(),
  folder: z.string().nullable(),
  hostKey: z.string().nullable()
});
type Waiting = z.infer<typeof waitingRow>;

/** The status that says that an address is gone for good (RFC 9110). */
const GONE = 410;

type Came = { status?: number } | { fault: DeliveryFault };

/** The faults of which no further attempt is made. */
const VAIN: readonly DeliveryFault[] = ['inactive', 'recipient'];

/**
 * The handler of deliveries (C3.021): one is posted, signed, to its integrator's address, sent to its mailbox, or put into
 * its folder. One that doesn't arrive is repeated by the outbox under the same id, by which its receiver knows it; an
 * integrator that keeps failing is paused.
 */
export async function deliver(tx: Transaction, { issuerId, payload, attempts }: OutboxEntry): Promise<void> {
  const { id } = payloadSchema.parse(payload);
  const [waiting] = await readRows(tx, waitingRow)`
    SELECT d.integrator_id AS "integratorId", d.event, d.body, r.active, r.name, r.contact, r.delivery, r.address,
      r.mailbox, r.folder, r.host_key AS "hostKey"
    FROM integrator_deliveries d
    JOIN ${rowsOf(integrator)} r ON (r.issuer_id, r.id) = (d.issuer_id, d.integrator_id)
    WHERE d.issuer_id = ${issuerId}::uuid AND d.id = ${id}::uuid AND d.state = 'queued'`;
  // Whoever deleted the integrator took its deliveries along.
  if (!waiting) return;
  const came = waiting.active ? await WAYS[waiting.delivery](tx, { issuerId, id }, waiting) : INACTIVE;
  const isThere = !('fault' in came) && (came.status === undefined || (came.status >= 200 && came.status < 300));
  if (isThere) return note(tx, { issuerId, id }, 'delivered', came);
  const isVain = 'fault' in came ? VAIN.includes(came.fault) : came.status === GONE;
  const isOver = isVain || attempts + 1 >= MAX_ATTEMPTS;
  // What a failure leaves must outlive the entry's own transaction, which is rolled back.
  await transaction(async (own) => {
    await note(own, { issuerId, id }, isOver ? 'failed' : 'queued', came);
    if (waiting.active) await pauseIfFailing(own, { issuerId, id: waiting.integratorId });
  });
  const why = 'fault' in came ? came.fault : `status ${came.status}`;
  throw isOver ? new Undeliverable(`an integrator: ${why}`) : new Error(`an integrator: ${why}`);
}

type Way = (tx: Transaction, delivery: { issuerId: string; id: string }, waiting: Waiting) => Promise<Came>;

const INACTIVE: Came = { fault: 'inactive' };

const WAYS: Record<Waiting['delivery'], Way> = {
  async webhook(tx, { issuerId, id }, { integratorId, body, address }) {
    const key = await openSecret(tx, { issuerId, id: integratorId, field: 'key' });
    if (key === null || address === null) return INACTIVE;
    return postOutside(address, { headers: signedHeaders(key, { id, at: now(), body }), body });
  },
  async sftp(tx, { issuerId, id }, { integratorId, event, body, folder, hostKey }) {
    const credential = await openSecret(tx, { issuerId, id: integratorId, field: 'credential' });
    if (credential === null || folder === null || hostKey === null) return INACTIVE;
    const fault = await putFile({ folder, hostKey, credential }, { name: fileName(event, id), content: body });
    return fault ? { fault } : {};
  },
  /** Sent here rather than by an entry of its own, so that its row says whether the mail server took it. */
  async mail(tx, { issuerId, id }, { event, body, name, contact, mailbox }) {
    const [to] = mailbox ?? [];
    if (to === undefined) return INACTIVE;
    const brandName = await brandOfIssuer(tx, issuerId, config().TESSERA_DEFAULT_BRAND);
    const mail: Mail = {
      template: 'integrator_delivery',
      to,
      name: contact ?? name,
      brandName,
      locale: '',
      params: { name },
      // No card number goes out by mail, not even one that somebody has typed as a name.
      attached: { name: fileName(event, id), content: withoutCardNumbers(body) }
    };
    try {
      await sendMail(tx, { issuerId, id, topic: DELIVERY_TOPIC, attempts: 0, payload: mail });
      return {};
    } catch (error) {
      return { fault: error instanceof Undeliverable ? 'recipient' : 'mail' };
    }
  }
};

/** The same whenever it is repeated. */
const fileName = (event: string, id: string) => `${event}-${id}.json`;

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

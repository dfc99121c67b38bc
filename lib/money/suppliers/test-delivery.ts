import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { entityNamed } from '../../kit/setup/entities';
import { addressOf, recordListSeen } from '../../kit/setup/record-list';
import { recordSeen } from '../../kit/setup/records';
import { tellIntegrator } from './deliveries';

/** By its name, as the engine's commands take it. */
const INTEGRATOR = 'integrator';

/** Sends an integrator a test, by the same way as everything else it is told. For whoever may change its record. */
export function sendTest(
  principal: Principal,
  { issuerId, id }: { issuerId: string; id: string },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const entity = entityNamed(INTEGRATOR);
    const record = await recordSeen(principal, entity, { issuerId, id }, tx);
    const place = record && (await recordListSeen(principal, entity, addressOf(record), tx));
    if (!record || !place) return refused({ code: 'not.found' });
    if (!place.writable) return refused({ code: 'forbidden.action' });
    if (!record.active) return refused({ code: 'integrator.inactive' });
    await tellIntegrator(tx, { issuerId, integratorId: id, event: 'test', data: { integrator: record.name } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: record.ownerId,
      entity: 'integrator',
      entityId: id,
      action: 'integrator.tested',
      details: { name: record.name }
    });
    return accepted(null);
  });
}

import { may, type Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';
import type { EventOf, StateTable } from './define-states';

/**
 * The reason that a principal can't request an event in any state: the permission or the required reason is missing;
 * else null.
 */
export function askFault<Table extends StateTable>(
  table: Table,
  event: EventOf<Table> & string,
  principal: Principal,
  reason?: string
): Refusal | null {
  const { needs, reason: takesReason } = table.transition(event);
  if (needs && !may(principal, ...needs)) return { code: table.forbidden };
  return takesReason && !reason ? { code: 'required', field: 'reason' } : null;
}

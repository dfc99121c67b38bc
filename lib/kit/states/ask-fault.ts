import { may, type Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';
import type { EventOf, StateTable } from './define-states';

/** Why somebody can't ask for an event at all: they may not, or the reason that it takes is missing; null: they can. */
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

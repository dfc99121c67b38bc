import type { Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Result } from '../../core/entry/refusal';
import type { BulkActions } from './bulk-action';

/** A bulk deletion by the command that deletes one record. */
export const deletion = (
  area: Area,
  remove: (principal: Principal, id: string, origin: Origin) => Promise<Result<null>>
): BulkActions => ({
  delete: {
    label: 'bulk.delete',
    explanation: 'bulk.delete.explanation',
    danger: true,
    needs: [area, 'modify'],
    run: (principal, { id }, origin) => remove(principal, id, origin)
  }
});

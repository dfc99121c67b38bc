import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import type { BulkActions, RowAction } from '../bulk/bulk-action';
import { activateRecord } from './activate-record';
import { deleteRecord } from './delete-record';
import type { Entity } from './entity';
import { recordSeen } from './records';
import type { Outcome } from './settle';

/** What can be done to many set-up records. */
export function recordActions(entity: Entity): BulkActions {
  const activation =
    (active: boolean): RowAction['run'] =>
    async (principal, row, origin) => {
      const record = await recordSeen(principal, entity, row);
      if (!record) return refused({ code: 'not.found' });
      return resultOf(await activateRecord(principal, entity, record, active, origin), () => null);
    };
  return {
    activate: {
      label: 'setup.activate',
      explanation: 'setup.activate.explanation',
      needs: [entity.area, 'modify'],
      run: activation(true)
    },
    deactivate: {
      label: 'setup.deactivate',
      explanation: 'setup.deactivate.explanation',
      needs: [entity.area, 'modify'],
      run: activation(false)
    },
    delete: {
      label: 'setup.delete',
      explanation: 'setup.delete.explanation',
      danger: true,
      needs: [entity.area, 'modify'],
      run: async (principal, row, origin) => {
        const record = await recordSeen(principal, entity, row);
        if (!record) return refused({ code: 'not.found' });
        const outcome = await deleteRecord(principal, entity, record, origin);
        return resultOf(outcome, (came) => (came === 'deactivated' ? 'setup.done.kept' : null));
      }
    }
  };
}

/** The first refusal says enough of a row among many. */
const resultOf = <T>(outcome: Outcome<T>, remark: (value: T) => TextKey | null): Result<TextKey | null> =>
  outcome.ok ? accepted(remark(outcome.value)) : refused(outcome.refusals[0] as Refusal);

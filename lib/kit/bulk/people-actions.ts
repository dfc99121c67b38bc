import type { Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Result } from '../../core/entry/refusal';
import { changeStatus, type StatusEvent } from '../../directory/people/change-status';
import { deleteUser } from '../../directory/people/delete-user';
import { clearLock } from '../../directory/registration/clear-lock';
import type { BulkActions, RowAction } from './bulk-action';

const statusEvent = (event: StatusEvent): RowAction => ({
  label: `user.event.${event}`,
  explanation: `user.event.${event}.explanation`,
  needs: ['users', 'modify'],
  run: (principal, { id }, origin) => changeStatus(principal, id, event, origin)
});

/** What can be done to many users. */
export const USER_ACTIONS: BulkActions = {
  lock: { ...statusEvent('lock'), danger: true },
  unlock: statusEvent('unlock'),
  activate: statusEvent('activate'),
  deactivate: { ...statusEvent('deactivate'), danger: true },
  delete: {
    label: 'user.event.delete',
    explanation: 'user.event.delete.explanation',
    danger: true,
    needs: ['users', 'modify'],
    run: (principal, { id }, origin) => deleteUser(principal, id, origin)
  }
};

/** What can be done to many locked registrations. */
export const LOCK_ACTIONS: BulkActions = {
  clear: {
    label: 'registration.lock.clear',
    needs: ['registrations', 'modify'],
    run: (principal, { id }, origin) => clearLock(principal, id, origin)
  }
};

/** The deletion of many templates, groups or options. */
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

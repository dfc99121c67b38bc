import type { BulkActions, RowAction } from '../../kit/bulk/bulk-action';
import { deletion } from '../../kit/bulk/deletion';
import { changeStatus, type StatusEvent } from './change-status';
import { deleteUser } from './delete-user';
import { deleteAuthorityTemplate } from './templates/authority-templates';
import { deleteUserGroup } from './templates/user-groups';
import { deleteUserTemplate } from './templates/user-templates';

const statusEvent = (event: StatusEvent): RowAction => ({
  label: `user.event.${event}`,
  explanation: `user.event.${event}.explanation`,
  needs: ['users', 'modify'],
  run: (principal, { id }, origin) => changeStatus(principal, id, event, origin)
});

/** The bulk actions on users. */
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

export const AUTHORITY_TEMPLATE_ACTIONS = deletion('authority_templates', deleteAuthorityTemplate);
export const USER_TEMPLATE_ACTIONS = deletion('user_templates', deleteUserTemplate);
export const USER_GROUP_ACTIONS = deletion('user_groups', deleteUserGroup);

'use server';

import { changeStatus, STATUS_EVENTS, type StatusEvent } from '@/lib/directory/people/change-status';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { issuePassword } from '@/lib/directory/people/issue-password';
import { unlink } from '@/lib/directory/people/links/unlink';
import { makePrimary, removeAccount, removeRole } from '@/lib/directory/people/remove-role';
import { endUserSessions } from '@/lib/directory/people/user-sessions';
import { formId, textOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { finish } from '../finish';

const context = () => signedInFor('users', 'view');
const userPage = (id: string, done: string) => () => `/workspace/people/${id}?done=${done}`;

const DONE = {
  activate: 'activated',
  deactivate: 'deactivated',
  lock: 'locked',
  unlock: 'unlocked'
} as const satisfies Record<StatusEvent, string>;

export async function changeUserStatus(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin, t } = await context();
  const id = formId(form);
  const event = STATUS_EVENTS.find((each) => each === textOf(form, 'event'));
  if (!event) return { faults: [{ message: t('operation.invalid') }], values: {} };
  return finish(() => changeStatus(principal, id, event, origin), userPage(id, DONE[event]), { form });
}

export async function sendPassword(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(() => issuePassword(principal, id, origin), userPage(id, 'password.sent'), { form });
}

export async function removeUser(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  return finish(
    () => deleteUser(principal, id, origin),
    () => '/workspace/people?done=deleted',
    { form }
  );
}

export async function endSessions(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const id = formId(form);
  const session = textOf(form, 'session') ? formId(form, 'session') : null;
  return finish(() => endUserSessions(principal, id, session, origin), userPage(id, 'sessions.ended'), { form });
}

export async function takeRole(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const [id, assignmentId] = [formId(form), formId(form, 'assignment')];
  const remove = textOf(form, 'node')
    ? () => removeAccount(principal, id, { assignmentId, nodeId: formId(form, 'node') }, origin)
    : () => removeRole(principal, id, assignmentId, origin);
  return finish(remove, userPage(id, 'role.removed'), { form });
}

export async function setPrimary(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const [id, assignmentId] = [formId(form), formId(form, 'assignment')];
  const chosen = { assignmentId, ...(textOf(form, 'node') && { nodeId: formId(form, 'node') }) };
  return finish(() => makePrimary(principal, id, chosen, origin), userPage(id, 'role.primary'), { form });
}

export async function undoLink(_state: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await context();
  const [userId, linkId] = [formId(form), formId(form, 'link')];
  return finish(() => unlink(principal, { userId, linkId }, origin), userPage(userId, 'unlinked'), { form });
}

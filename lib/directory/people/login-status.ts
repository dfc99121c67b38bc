import { database } from '../../core/database/database';
import type { Actor, SessionKind } from '../../sign-in/session/sessions';
import { nameFault } from './names';
import { userIdFault } from './new-user-id';

/**
 * The steps of a sign-in that only the site itself can complete (C8.030); each has its text at `login.status.<name>`.
 */
export const LOGIN_STATUSES = ['user.id', 'personal.information', 'soft.token', 'new.password'] as const;
export type LoginStatus = (typeof LOGIN_STATUSES)[number];

const OF_STEP: Partial<Record<SessionKind, LoginStatus>> = {
  soft_token: 'soft.token',
  change_password: 'new.password',
  new_user: 'personal.information'
};

/**
 * The pending steps of the actor: the step of an incomplete sign-in or, after it, the parts of the record that break
 * the rules.
 */
export async function loginStatuses(actor: Actor): Promise<LoginStatus[]> {
  const step = OF_STEP[actor.kind];
  if (step) return [step];
  if (actor.kind !== 'full') return [];
  const { issuerId, userId: id } = actor;
  const user = await database().user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
  const isIncomplete = user.email === null || nameFault(user.firstName) !== null || nameFault(user.lastName) !== null;
  return [
    ...(userIdFault(user.userId) ? (['user.id'] as const) : []),
    ...(isIncomplete ? (['personal.information'] as const) : [])
  ];
}

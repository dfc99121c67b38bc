import { type Area, authoritiesOf, granted, ROLES, type Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';

/** The position of a role in the order of reach: nobody manages a role above their own (CD.22). */
export const reachOf = (role: Role): number => ROLES.indexOf(role);

/** The roles that only system administrators manage. */
const MANAGED_BY_SYSTEM: readonly Role[] = ['I', 'H', 'Z'];

export const NOT_AUTHORIZED: Refusal = { code: 'user.not.authorized' };
export const USER_MAINTENANCE_PROHIBITED: Refusal = { code: 'security.violation.user.maintenance' };
export const MAINTENANCE_PROHIBITED: Refusal = { code: 'security.violation.maintenance' };
export const PARTLY_OUT_OF_SCOPE: Refusal = { code: 'role.partly.out.of.scope' };

/** A role at a node of the structure or at an issuer group. */
export interface Standing {
  role: Role;
  /** None for H and Z. */
  nodeId: string | null;
}

/** A user's standing, and whether the principal's scope contains all of its place. */
export interface UserStanding extends Standing {
  isSeen: boolean;
}

/** Whether a standing is the principal's own: the same role at the same place (C6.022). */
export function isPeer({ role, scope }: Principal, standing: Standing): boolean {
  if (standing.role !== role) return false;
  return standing.nodeId === null || scope.subtrees.some(({ nodeId }) => nodeId === standing.nodeId);
}

/** Whether a user of this standing is above the principal's reach. */
function isAbove(principal: Principal, { role }: Standing): boolean {
  if (principal.role === 'Z') return !MANAGED_BY_SYSTEM.includes(role);
  return reachOf(role) > reachOf(principal.role);
}

/**
 * The reason that the principal may not maintain a user of these standings, or null (C8.017, C8.018). All places that
 * the user's sign-in reaches count, including the roles of linked ids, because a password sent to the user opens them
 * all. Users don't maintain their own ids. A user partly outside the principal's scope is maintained by administrators
 * who see all of it, unless `partly`: then only the part in scope counts.
 */
export function maintenanceFault(
  principal: Principal,
  { isOneself, standings }: { isOneself: boolean; standings: readonly UserStanding[] },
  { partly = false } = {}
): Refusal | null {
  if (!may(principal, 'users', 'modify')) return NOT_AUTHORIZED;
  if (isOneself || standings.some((standing) => isAbove(principal, standing))) return USER_MAINTENANCE_PROHIBITED;
  if (standings.some((standing) => isPeer(principal, standing)) && !may(principal, 'peers', 'modify'))
    return NOT_AUTHORIZED;
  return partly || standings.every(({ isSeen }) => isSeen) ? null : PARTLY_OUT_OF_SCOPE;
}

/** The reason that the principal may not place users in a role, or null. */
export function standingFault(principal: Principal, standing: Standing): Refusal | null {
  if (isAbove(principal, standing)) return USER_MAINTENANCE_PROHIBITED;
  return isPeer(principal, standing) && !may(principal, 'peers', 'modify') ? NOT_AUTHORIZED : null;
}

/** The roles that the principal may give to others. */
export function rolesInReach(principal: Principal): Role[] {
  return ROLES.filter((role) => !isAbove(principal, { role, nodeId: null }));
}

/**
 * The authorities that the principal may not give with a role: those that the principal's own template withholds although
 * their role could have them. Authorities that the principal's role never has (approving, for an issuer) can be given.
 * So can those that the given role has by itself and the principal's only by a template that names them: administrators
 * make cardholders, who see what their own card answered, without a right to see what all cards did (C6.032).
 */
export function withheldFrom(principal: Principal, role: Role): ReadonlySet<string> {
  const ofRole = granted(role, null);
  const withoutTemplate = granted(principal.role, null);
  return new Set(
    authoritiesOf(principal.role).filter(
      (authority) =>
        !(principal.authorities.has(authority) || (ofRole.has(authority) && !withoutTemplate.has(authority)))
    )
  );
}

/** Whether a role with this template (null: all that needs no template) grants no more than the principal has. */
export function isWithinOwnPowers(principal: Principal, role: Role, template: readonly string[] | null): boolean {
  const withheld = withheldFrom(principal, role);
  return ![...granted(role, template)].some((authority) => withheld.has(authority));
}

/** The refusal of a change to records of an area, or null (C8.017). */
export function changeFault(principal: Principal, area: Area): Refusal | null {
  return may(principal, area, 'modify') ? null : NOT_AUTHORIZED;
}

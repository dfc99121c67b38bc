import { type Area, authoritiesOf, granted, ROLES, type Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
import type { Refusal } from '../../core/entry/refusal';

/** Where a role stands in the order of reach: nobody manages a role above their own (CD.22). */
export const reachOf = (role: Role): number => ROLES.indexOf(role);

/** The roles that system administrators manage, and nobody of a company's. */
const MANAGED_BY_SYSTEM: readonly Role[] = ['I', 'H', 'Z'];

export const NOT_AUTHORIZED: Refusal = { code: 'user.not.authorized' };
export const USER_MAINTENANCE_PROHIBITED: Refusal = { code: 'security.violation.user.maintenance' };
export const MAINTENANCE_PROHIBITED: Refusal = { code: 'security.violation.maintenance' };
export const PARTLY_OUT_OF_SCOPE: Refusal = { code: 'role.partly.out.of.scope' };

/** Where somebody stands: a role, at a node of the structure or an issuer group. */
export interface Standing {
  role: Role;
  /** None for H and Z. */
  nodeId: string | null;
}

/** Where a user stands, and whether all of that place lies in the principal's part. */
export interface UserStanding extends Standing {
  isSeen: boolean;
}

/** Whether a standing is the principal's own: the same role at the same place (C6.022). */
export function isPeer({ role, scope }: Principal, standing: Standing): boolean {
  if (standing.role !== role) return false;
  return standing.nodeId === null || scope.subtrees.some(({ nodeId }) => nodeId === standing.nodeId);
}

/** Whether somebody who stands so is above what the principal manages. */
function isAbove(principal: Principal, { role }: Standing): boolean {
  if (principal.role === 'Z') return !MANAGED_BY_SYSTEM.includes(role);
  return reachOf(role) > reachOf(principal.role);
}

/**
 * Why the principal may not maintain somebody who stands so, or null (C8.017, C8.018). All that they sign in to
 * counts, the roles of ids linked to theirs too: whoever sends them a password could have it. One's own ids are
 * maintained by others, and who stands in part where the principal sees nothing by those who see it all;
 * `partly`: for what concerns the principal's own part of them alone.
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

/** Why the principal may not have others in a role at a place, or null. */
export function standingFault(principal: Principal, standing: Standing): Refusal | null {
  if (isAbove(principal, standing)) return USER_MAINTENANCE_PROHIBITED;
  return isPeer(principal, standing) && !may(principal, 'peers', 'modify') ? NOT_AUTHORIZED : null;
}

/** The roles that the principal may give to others. */
export function rolesInReach(principal: Principal): Role[] {
  return ROLES.filter((role) => !isAbove(principal, { role, nodeId: null }));
}

/**
 * What an authority template may not grant: what the principal's own template keeps from them although their
 * role could have it. What the role never has (approving, for an issuer) may be given to those who do.
 */
export function withheldFrom(principal: Principal): ReadonlySet<string> {
  const { role, authorities } = principal;
  return new Set(authoritiesOf(role).filter((authority) => !authorities.has(authority)));
}

/** Whether giving somebody this role with this template (null: all that needs none) gives no more than the principal has. */
export function isWithinOwnPowers(principal: Principal, role: Role, template: readonly string[] | null): boolean {
  const withheld = withheldFrom(principal);
  return ![...granted(role, template)].some((authority) => withheld.has(authority));
}

/** The refusal of a change to records of an area, or null (C8.017). */
export function changeFault(principal: Principal, area: Area): Refusal | null {
  return may(principal, area, 'modify') ? null : NOT_AUTHORIZED;
}

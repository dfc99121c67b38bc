import { POLICY } from './generated/areas';

/** The roles with their titles' order of reach, from one's own accounts to the system (section 6, CD.21). */
export const ROLES = ['A', 'S', 'O', 'C', 'G', 'I', 'H', 'Z'] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = ['view', 'modify', 'approve', 'run'] as const;
export type Action = (typeof ACTIONS)[number];

/** What is done to a thing: `users.modify`. An authority template is a list of them. */
export type Authority = `${Area}.${Action}`;

/** An area of the policy: the most that each role may do in it (CD.22). */
export interface AreaDeclaration {
  /** The actions of a role by their first letters; those in brackets it has only by a template that names them. */
  roles: Partial<Record<Role, string>>;
  /** The actions that decide, and so take one's own eyes (C6.018), beside all approving and all running. */
  decided?: readonly ['modify'];
}

export type Area = keyof typeof POLICY;
export const AREAS = Object.keys(POLICY) as Area[];

/** The actions of an area that decide who a person is, who acts for whom, or what comes into the books. */
const decidedIn = (area: Area): readonly Action[] => (POLICY[area] as AreaDeclaration).decided ?? [];

/**
 * Whether an authority is used with one's own eyes only, not by an administrator who looks through them (C6.018): it
 * gives somebody's word, starts work that goes on in their name, or decides. What remains is looking, and changing
 * what can be changed back.
 */
export const isOfOwnEyes = (area: Area, action: Action): boolean =>
  action === 'approve' || action === 'run' || decidedIn(area).includes(action);

const letter = (action: Action) => action[0] as string;

/** The actions that a role may have in an area, its cap. */
export function actionsOf(role: Role, area: Area): Action[] {
  const letters = (POLICY[area] as AreaDeclaration).roles[role] ?? '';
  return ACTIONS.filter((action) => letters.includes(letter(action)));
}

/** Every authority a role may have: what an authority template of that role can choose from. */
export function authoritiesOf(role: Role): Authority[] {
  return AREAS.flatMap((area) => actionsOf(role, area).map((action): Authority => `${area}.${action}`));
}

/** Whether a role has an authority only by a template that names it. */
export function isByTemplateOnly(role: Role, area: Area, action: Action): boolean {
  const bracketed = ((POLICY[area] as AreaDeclaration).roles[role] ?? '').replace(/^[^(]*/, '');
  return bracketed.includes(letter(action));
}

/** What is granted: the part of the role's cap that the template names; without a template all that needs none. */
export function granted(role: Role, template: readonly string[] | null): ReadonlySet<Authority> {
  const names = (area: Area, action: Action) =>
    template === null ? !isByTemplateOnly(role, area, action) : template.includes(`${area}.${action}`);
  return new Set(
    AREAS.flatMap((area) =>
      actionsOf(role, area)
        .filter((action) => names(area, action))
        .map((action): Authority => `${area}.${action}`)
    )
  );
}

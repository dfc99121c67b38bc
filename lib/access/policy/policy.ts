import { POLICY } from './generated/areas';

/** The roles in order of reach, from the user's own accounts to the system (section 6, CD.21). */
export const ROLES = ['A', 'S', 'O', 'C', 'G', 'I', 'H', 'Z'] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = ['view', 'modify', 'approve', 'run'] as const;
export type Action = (typeof ACTIONS)[number];

/** The right to an action in an area: `users.modify`. An authority template is a list of them. */
export type Authority = `${Area}.${Action}`;

/** An area of the policy: the most that each role may do in it (CD.22). */
export interface AreaDeclaration {
  /** The actions of a role by their first letters; those in brackets require a template that names them. */
  roles: Partial<Record<Role, string>>;
  /**
   * The actions that are closed when viewing as a user (C6.018), besides all approving and all running: those that
   * decide, and looking at what others see only by a right of its own.
   */
  ofOwnEyes?: readonly ('view' | 'modify')[];
}

export type Area = keyof typeof POLICY;
export const AREAS = Object.keys(POLICY) as Area[];

const ofOwnEyesIn = (area: Area): readonly Action[] => (POLICY[area] as AreaDeclaration).ofOwnEyes ?? [];

/**
 * Whether an authority is closed to an administrator viewing as a user (C6.018): it gives the user's word, starts work
 * in the user's name, decides, or shows what takes a right of its own. Other viewing and reversible changes remain.
 */
export const isOfOwnEyes = (area: Area, action: Action): boolean =>
  action === 'approve' || action === 'run' || ofOwnEyesIn(area).includes(action);

const letter = (action: Action) => action[0] as string;

/** The actions that a role may have at most in an area. */
export function actionsOf(role: Role, area: Area): Action[] {
  const letters = (POLICY[area] as AreaDeclaration).roles[role] ?? '';
  return ACTIONS.filter((action) => letters.includes(letter(action)));
}

/** Every authority that a role may have, for an authority template of that role. */
export function authoritiesOf(role: Role): Authority[] {
  return AREAS.flatMap((area) => actionsOf(role, area).map((action): Authority => `${area}.${action}`));
}

/** Whether a role has an authority only through a template that names it. */
export function isByTemplateOnly(role: Role, area: Area, action: Action): boolean {
  const bracketed = ((POLICY[area] as AreaDeclaration).roles[role] ?? '').replace(/^[^(]*/, '');
  return bracketed.includes(letter(action));
}

/** The granted authorities: those of the role that the template names; without a template all that need none. */
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

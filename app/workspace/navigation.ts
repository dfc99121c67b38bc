import { isOpen } from '@/lib/access/policy/is-open';
import type { Principal } from '@/lib/access/policy/principal';
import type { ProgramFeature } from '@/lib/access/policy/program-features';
import { GROUPS, type Group, type ScreenDeclaration } from './define-screen';
import { screens } from './generated/screens';

/** A screen in the navigation. */
export interface Screen extends ScreenDeclaration {
  href: string;
}

/** Every screen in navigation order. */
export const SCREENS: readonly Screen[] = [...screens].sort((one, other) => one.order - other.order);

/** The screens that the user may see and the program includes, by group; empty groups are left out. */
export function screensFor(
  principal: Principal,
  program: ReadonlySet<ProgramFeature>
): { group: Group; screens: Screen[] }[] {
  return GROUPS.map((group) => ({
    group,
    screens: SCREENS.filter((screen) => screen.group === group && isOpen(principal, program, screen))
  })).filter(({ screens }) => screens.length > 0);
}

/** The screens that the user's role uses most. */
export const quickLinksFor = (principal: Principal, program: ReadonlySet<ProgramFeature>): Screen[] =>
  SCREENS.filter((screen) => screen.quick && isOpen(principal, program, screen));

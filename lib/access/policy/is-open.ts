import { type Feature, lackedFeatures } from './features';
import type { Action, Area } from './policy';
import { may, type Principal } from './principal';
import type { ProgramFeature } from './program-features';

/** What a part of the workspace requires of the person who uses it: a screen, a task of the home page. */
export interface AccessNeeds {
  /** The action that the person must be allowed to do; null: none. */
  needs: readonly [Area, Action] | null;
  /** Its feature, if not everybody has it. */
  feature?: Feature;
  /** Its feature of a company's program. */
  program?: ProgramFeature;
}

/** Whether a person may use a part of the workspace, and the person's program has it. */
export function isOpen(
  principal: Principal,
  programFeatures: ReadonlySet<ProgramFeature>,
  { needs, feature, program }: AccessNeeds
): boolean {
  if (feature && lackedFeatures(principal).includes(feature)) return false;
  if (program && !programFeatures.has(program)) return false;
  return needs === null || may(principal, ...needs);
}

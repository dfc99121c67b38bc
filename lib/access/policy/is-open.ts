import { type Feature, lackedFeatures } from './features';
import type { Action, Area } from './policy';
import { may, type Principal } from './principal';
import type { ProgramFeature } from './program-features';

/** The requirements of a part of the workspace: a screen, a home task. */
export interface AccessNeeds {
  /** The required permission; null: none. */
  needs: readonly [Area, Action] | null;
  /** Its feature, if not every user has it. */
  feature?: Feature;
  /** Its feature of a company's programme; of several, any one opens it. */
  program?: ProgramFeature | readonly ProgramFeature[];
}

/** Whether a programme has a feature, or any of several. */
export const hasAny = (
  programFeatures: ReadonlySet<ProgramFeature>,
  wanted: ProgramFeature | readonly ProgramFeature[]
): boolean => [wanted].flat().some((feature) => programFeatures.has(feature));

/** Whether a user, and the user's programme, may use a part of the workspace. */
export function isOpen(
  principal: Principal,
  programFeatures: ReadonlySet<ProgramFeature>,
  { needs, feature, program }: AccessNeeds
): boolean {
  if (feature && lackedFeatures(principal).includes(feature)) return false;
  if (program && !hasAny(programFeatures, program)) return false;
  return needs === null || may(principal, ...needs);
}

import { type AccessNeeds, isOpen } from '../../access/policy/is-open';
import type { Action, Area } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import type { KeyAfter } from '../../core/language/text-key';

/** The name of a set-up step: its sentence is at `setup.step.<name>`, the reason at `setup.why.<name>`. */
export type SetupStepName = KeyAfter<'setup.step.'>;

/** A company that is set up, or its issuer. */
export interface SetupOwner {
  issuerId: string;
  /** Null: the issuer itself. */
  companyId: string | null;
}

/** A step from nothing to coded transactions, as a module declares it for the page of the set-up. */
export interface SetupStep extends AccessNeeds {
  needs: readonly [Area, Action];
  of: 'company' | 'issuer';
  /** Its place among the steps: each needs what is before it. */
  order: number;
  /** Whether the records that the step is about are there. */
  isDone(owner: SetupOwner): Promise<boolean>;
  /** The page that does it, below `/workspace`. */
  page(owner: SetupOwner): string;
}

/** A step with its state. */
export interface SeenStep {
  name: SetupStepName;
  isDone: boolean;
  href: string;
}

/**
 * The steps of a company or an issuer that are for this user, in order, each with the state of the records now. The owner
 * must be in the principal's scope.
 */
export async function setupStepsOf(
  principal: Principal,
  program: ReadonlySet<ProgramFeature>,
  owner: SetupOwner,
  steps: readonly (readonly [SetupStepName, SetupStep])[]
): Promise<SeenStep[]> {
  const level = owner.companyId === null ? 'issuer' : 'company';
  const theirs = steps
    .filter(([, step]) => step.of === level && isOpen(principal, program, step))
    .sort(([, one], [, other]) => one.order - other.order);
  return Promise.all(
    theirs.map(async ([name, step]) => ({
      name,
      isDone: await step.isDone(owner),
      href: `/workspace${step.page(owner)}`
    }))
  );
}

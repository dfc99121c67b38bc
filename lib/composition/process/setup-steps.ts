import type { SetupStep, SetupStepName } from '../../kit/listing/setup-steps';
import { modules } from '../generated/modules';

/** The set-up steps of all modules. */
export const SETUP_STEPS = modules.flatMap(({ setupSteps = {} }) => Object.entries(setupSteps)) as readonly (readonly [
  SetupStepName,
  SetupStep
])[];

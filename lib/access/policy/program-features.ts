import { PROGRAM_FEATURES } from './generated/program-features';

export { PROGRAM_FEATURES };

/**
 * The parts of the workspace that a company's programme switches on or off (C1.013), as the modules declare them
 * (`programFeatures`).
 */
export type ProgramFeature = (typeof PROGRAM_FEATURES)[number];

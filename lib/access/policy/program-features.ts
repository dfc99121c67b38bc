import { PROGRAM_FEATURES } from './generated/program-features';

export { PROGRAM_FEATURES };

/** What a company's program switches on or off in its workspace (C1.013), as the modules declare it (`programFeatures`). */
export type ProgramFeature = (typeof PROGRAM_FEATURES)[number];

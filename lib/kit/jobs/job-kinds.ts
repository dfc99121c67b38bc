import { JOB_KINDS as DECLARED } from './generated/kinds';

/** The kinds of job that the modules declare; `job.kind.<kind>` is the label of each. */
export type JobKind = keyof typeof DECLARED;

/** The declarations of each kind, without its handler. */
export const JOB_KINDS: Readonly<Record<JobKind, { alone: boolean; keptDays: number }>> = DECLARED;

import { JOB_KINDS as DECLARED } from './generated/kinds';

/** The kinds of long work that the modules declare; `job.kind.<kind>` is what each is called. */
export type JobKind = keyof typeof DECLARED;

/** What the modules declare of each kind beside who does it. */
export const JOB_KINDS: Readonly<Record<JobKind, { alone: boolean; keptDays: number }>> = DECLARED;

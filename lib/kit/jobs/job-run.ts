import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { exists } from '../../core/database/rows';
import type { Result } from '../../core/entry/refusal';

export interface Job<Payload = unknown> {
  issuerId: string;
  id: string;
  kind: string;
  nodeId: string;
  ownerUserId: string;
  payload: Payload;
}

export const takenJobRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  kind: z.string(),
  nodeId: z.string(),
  ownerUserId: z.string(),
  payload: z.unknown(),
  checkpoint: z.record(z.string(), z.unknown()),
  /** Counts the runs; writes of an earlier run are rejected. */
  attempts: z.number()
});

/** A job at the start of a run. */
export type TakenJob = z.infer<typeof takenJobRow>;

/** Thrown by a run's methods if the job was cancelled or taken over. The handler stops. */
export class JobStopped extends Error {}

/**
 * Runs a job: its return value is stored as the result, a refusal makes the job fail. After a crash it is called again
 * with the last checkpoint.
 */
export type JobHandler<Payload = unknown> = (run: JobRun<Payload>) => Promise<Result<Prisma.InputJsonObject>>;

/** A module's declaration of a kind of job: its payload, handler and options. */
export interface JobKindDeclaration<Payload = unknown> {
  /** Parses the payload: a job with an invalid payload fails without calling its handler. */
  payload: z.ZodType<Payload>;
  does(run: JobRun<Payload>): ReturnType<JobHandler<Payload>>;
  /** Whether only one job of the kind runs at a place at a time: a second one is refused (CD.35). */
  alone: boolean;
  /** How long a job is kept after its end. */
  keptDays: number;
  /** The number of jobs of the kind that a process runs at once; the default is one. */
  atOnce?: number;
  /** The page with its outcome: its owner finds a notice in the inbox when it has ended (C2.005). */
  outcomeAt?(job: Job<Payload>): `/workspace/${string}`;
  /** What follows from its end, in the transaction that ends it: from its result, or from the refusal. */
  ended?(tx: Transaction, job: Job<Payload>, outcome: Result<Prisma.InputJsonObject>): Promise<void>;
  /** How long the file that it makes is kept: the notice says so afterwards (C9.011). */
  fileDays?: number;
}

/** One run of a job, as its handler sees it. */
export class JobRun<Payload = unknown> {
  constructor(
    readonly job: Job<Payload>,
    readonly checkpoint: Record<string, unknown>,
    private readonly attempt: number,
    private readonly signal: AbortSignal
  ) {}

  /** Saves the job's progress and checkpoint. With `tx` they are saved together with the work. @throws JobStopped */
  async save(
    progress: { done: number; total?: number; checkpoint?: Prisma.InputJsonObject },
    tx: Pick<Transaction, '$executeRaw'> = database()
  ): Promise<void> {
    const { done, total, checkpoint } = progress;
    this.check();
    const saved = await tx.$executeRaw`
      UPDATE jobs SET done = ${done}, total = coalesce(${total ?? null}, total),
        checkpoint = coalesce(${checkpoint ? JSON.stringify(checkpoint) : null}::jsonb, checkpoint)
      WHERE issuer_id = ${this.job.issuerId}::uuid AND id = ${this.job.id}::uuid
        AND status = 'processing' AND attempts = ${this.attempt}`;
    if (saved === 0) throw new JobStopped();
  }

  /**
   * Confirms at the end of a transaction that the job isn't cancelled, nor can be before the commit. @throws JobStopped
   */
  async confirm(tx: Transaction): Promise<void> {
    this.check();
    const isOurs = await exists(tx)`
      SELECT 1 FROM jobs WHERE issuer_id = ${this.job.issuerId}::uuid AND id = ${this.job.id}::uuid
        AND status = 'processing' AND attempts = ${this.attempt} FOR UPDATE`;
    if (!isOurs) throw new JobStopped();
  }

  /** Whether the job should stop. */
  async cancelled(): Promise<boolean> {
    if (this.signal.aborted) return true;
    const { issuerId, id } = this.job;
    const where = { issuerId, id, status: 'processing', attempts: this.attempt } as const;
    return (await database().job.count({ where })) === 0;
  }

  private check(): void {
    if (this.signal.aborted) throw new JobStopped();
  }
}

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
  /** Counts the takings: what an earlier one still writes counts no more. */
  attempts: z.number()
});

/** What a job is when it is taken up, for the first time or again. */
export type TakenJob = z.infer<typeof takenJobRow>;

/** Thrown by a run's methods: the job was cancelled, or another process has it. The handler stops. */
export class JobStopped extends Error {}

/**
 * Does a job: what it returns is kept as its result, a refusal makes it failed. It may be killed at any
 * moment and is then called again with the last checkpoint.
 */
export type JobHandler<Payload = unknown> = (run: JobRun<Payload>) => Promise<Result<Prisma.InputJsonObject>>;

/** What a module says of a kind of its long work: which payload it takes, who does it, and how. */
export interface JobKindDeclaration<Payload = unknown> {
  /** Reads the payload back: a job whose payload doesn't fit fails, and its handler never sees it. */
  payload: z.ZodType<Payload>;
  does(run: JobRun<Payload>): ReturnType<JobHandler<Payload>>;
  /** Whether only one of the kind works at a place at a time: a second one is refused (CD.35). */
  alone: boolean;
  /** How long a job is kept after its end. */
  keptDays: number;
  /** How many of the kind a process works on at once; one where nothing is said. */
  atOnce?: number;
}

/** One taking of a job, as its handler has it. */
export class JobRun<Payload = unknown> {
  constructor(
    readonly job: Job<Payload>,
    readonly checkpoint: Record<string, unknown>,
    private readonly attempt: number,
    private readonly signal: AbortSignal
  ) {}

  /**
   * Notes how far the job is, and where it would go on. Through `tx` it is noted together with what was
   * done, or neither is. @throws JobStopped
   */
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

  /** Makes sure of it at the end of a transaction that nobody cancelled the job, nor can before the commit. @throws JobStopped */
  async confirm(tx: Transaction): Promise<void> {
    this.check();
    const isOurs = await exists(tx)`
      SELECT 1 FROM jobs WHERE issuer_id = ${this.job.issuerId}::uuid AND id = ${this.job.id}::uuid
        AND status = 'processing' AND attempts = ${this.attempt} FOR UPDATE`;
    if (!isOurs) throw new JobStopped();
  }

  /** Whether the job should go no further. */
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

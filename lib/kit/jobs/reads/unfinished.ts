import { Prisma } from '../../../core/database/prisma/client';

/** The jobs that wait or run, as rows of `jobs`. */
export const UNFINISHED_JOBS = Prisma.sql`(SELECT * FROM jobs WHERE status IN ('queued', 'processing'))`;

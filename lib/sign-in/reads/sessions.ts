import { Prisma } from '../../core/database/prisma/client';

/** The sessions, as rows: whose each is, the assignment chosen in it, and the session of the administrator behind it. */
export const SESSIONS = Prisma.sql`(
  SELECT issuer_id, id, user_id, assignment_id, accessor_issuer_id, accessor_user_id FROM sessions)`;

import { z } from 'zod';
import type { Prisma } from '../../../core/database/prisma/client';
import { enqueueing } from '../../../core/server/outbox';

/** An authorization that a virtual card answered. */
export const answeredSchema = z.strictObject({ issuerId: z.guid(), authorizationId: z.guid() });

/** Announces an answered authorization, through the outbox: an alert that is slow or fails keeps no merchant waiting. */
export const announcing = (answered: z.infer<typeof answeredSchema>): Prisma.Sql =>
  enqueueing({ issuerId: answered.issuerId, topic: 'authorizations.answered', payload: answered });

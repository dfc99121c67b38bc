import { z } from 'zod';
import { Prisma } from '../../../core/database/prisma/client';
import { enqueueing, enqueueingIf } from '../../../core/server/outbox';

/** Authorizations that virtual cards of an issuer answered; the version before announced each by itself. */
export const answeredSchema = z.union([
  z.strictObject({ issuerId: z.guid(), authorizationIds: z.array(z.guid()) }),
  z
    .strictObject({ issuerId: z.guid(), authorizationId: z.guid() })
    .transform(({ issuerId, authorizationId }) => ({ issuerId, authorizationIds: [authorizationId] }))
]);
type Answered = z.output<typeof answeredSchema>;

const effectOf = (answered: Answered) => ({
  issuerId: answered.issuerId,
  topic: 'authorizations.answered',
  payload: answered
});

/** Announces answered authorizations, through the outbox: an alert that is slow or fails keeps no merchant waiting. */
export const announcing = (answered: Answered): Prisma.Sql => enqueueing(effectOf(answered));

/** The same in a statement whose part `answered` keeps some of them; nothing looks for those that were not kept. */
export const announcingIfKept = (answered: Answered): Prisma.Sql =>
  enqueueingIf(Prisma.sql`SELECT FROM answered LIMIT 1`, effectOf(answered));

import { z } from 'zod';
import { ROLES } from '../../access/policy/policy';
import { inOrder, plainDate } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';

/** The roles that a message can be for: a system administrator has no place at which one could be read. */
export const READER_ROLES = ROLES.filter((role) => role !== 'Z');

/** What a message says, and to whom. */
export const messageSchema = z
  .object({
    nodeId: z.guid('place.not.found'),
    /** None: everybody there. */
    roles: z.array(z.enum(READER_ROLES)),
    subject: plainText({ max: 100 }),
    body: plainText({ max: 2000, lines: true }),
    mustConfirm: z.boolean(),
    firstDay: plainDate(),
    lastDay: optional(plainDate())
  })
  .superRefine(inOrder('firstDay', 'lastDay'));

export type MessageEntry = z.infer<typeof messageSchema>;

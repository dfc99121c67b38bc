import type { OutboxHandlers } from '../../core/server/outbox';
import { modules } from '../generated/modules';

/** The side effects of every module, by the topic of the outbox. */
export const outboxHandlers: OutboxHandlers = Object.assign({}, ...modules.map(({ outbox }) => outbox));

import type { Origin } from '../../../core/audit/audit';

/** Where acts come from that a card processor causes. */
export const PROCESSOR_ORIGIN: Origin = { requestId: 'card-processor', address: '127.0.0.1', userAgent: '' };

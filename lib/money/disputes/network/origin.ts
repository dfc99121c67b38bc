import type { Origin } from '../../../core/audit/audit';

/** Where acts come from that a card network causes. */
export const NETWORK_ORIGIN: Origin = { requestId: 'dispute-network', address: '127.0.0.1', userAgent: '' };

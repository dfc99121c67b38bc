import type { ExportStatus } from '@/lib/money/ledger/exports';

/** How each status looks; its name says what it is. */
export const STATUS_TONES: Record<ExportStatus, 'neutral' | 'good' | 'warning' | 'bad'> = {
  waiting: 'warning',
  exported: 'good',
  failed: 'bad',
  stopped: 'neutral'
};

import type { ExportStatus } from '@/lib/money/ledger/exports';

/** The tone of each status. */
export const STATUS_TONES: Record<ExportStatus, 'neutral' | 'good' | 'warning' | 'bad'> = {
  waiting: 'warning',
  exported: 'good',
  failed: 'bad',
  stopped: 'neutral'
};

import type { AlertState } from '@/lib/money/alerts/states';

/** The tone of an alert's state. */
export const ALERT_TONES = { active: 'good', paused: 'warning' } as const satisfies Record<AlertState, string>;

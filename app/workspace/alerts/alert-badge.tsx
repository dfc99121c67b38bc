import type { Alert } from '@/lib/money/alerts/alerts';
import { signedInPrincipal } from '../signed-in';
import { Badge } from '../ui/badge';
import { ALERT_TONES } from './tones';

/** What an alert does: it watches, it is paused, or it is snoozed until a day. */
export async function AlertBadge({ alert: { state, snoozedUntil } }: { alert: Alert }) {
  const { t, format } = await signedInPrincipal();
  return state === 'active' && snoozedUntil !== null ? (
    <Badge tone="warning">{t('alert.snoozed', { date: format.date(snoozedUntil) })}</Badge>
  ) : (
    <Badge tone={ALERT_TONES[state]}>{t(`alert.state.${state}`)}</Badge>
  );
}

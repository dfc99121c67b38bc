import { todayAt } from '@/lib/directory/structure/reads/today';
import type { Alert } from '@/lib/money/alerts/alerts';
import { signedInPrincipal } from '../signed-in';
import { RecordForm } from '../ui/record-form';
import { snooze } from './actions';
import { snoozeFields } from './snooze-fields';

/** Snoozes an active alert until a day. */
export async function SnoozeForm({ alert: { id, snoozedUntil } }: { alert: Alert }) {
  const { principal, t } = await signedInPrincipal();
  return (
    <section className="panel" aria-labelledby="snooze-heading">
      <h2 id="snooze-heading">{t('alert.snooze')}</h2>
      <RecordForm
        id="snooze"
        action={snooze}
        fields={snoozeFields(t, await todayAt(principal.issuerId))}
        values={{ until: snoozedUntil }}
        hidden={{ id }}
        submitLabel={t('alert.snooze')}
        minor
      />
    </section>
  );
}

import type { SetUpRecord } from '@/lib/kit/setup/records';
import { type Delivery, lastDeliveries } from '@/lib/money/suppliers/deliveries';
import type { Reader } from '../purchase-requests/control-sentences';
import { ActionForm } from '../ui/action-form';
import { Badge } from '../ui/badge';
import { formTextsOf } from '../ui/form-texts';
import { Table } from '../ui/table';
import { test } from './actions';

const TONES = { queued: 'warning', delivered: 'good', failed: 'bad' } as const;

interface Props {
  reader: Reader;
  record: SetUpRecord;
  writable: boolean;
}

/** What an integrator was told lately, and a test to send it (C3.021). */
export async function Deliveries({ reader, record, writable }: Props) {
  const { t, format } = reader;
  const { issuerId, id, active } = record;
  const deliveries = await lastDeliveries(record);
  return (
    <section className="panel" id="deliveries" aria-labelledby="deliveries-heading">
      <h2 id="deliveries-heading">{t('integrator.deliveries')}</h2>
      {deliveries.length === 0 ? (
        <p>{t('integrator.deliveries.none')}</p>
      ) : (
        <Table
          columns={[
            { label: t('integrator.event') },
            { label: t('integrator.at') },
            { label: t('setup.status') },
            { label: t('integrator.answer') }
          ]}
          rows={deliveries.map((one) => ({
            key: one.id,
            cells: [
              t(`integrator.event.${one.event}`),
              format.dateTime(one.createdAt),
              <Badge key="state" tone={TONES[one.state]}>
                {t(`integrator.state.${one.state}`)}
              </Badge>,
              answerShown(reader, one)
            ]
          }))}
        />
      )}
      {writable && active && (
        <ActionForm action={test} texts={formTextsOf(t)} hidden={{ issuerId, id }}>
          <button type="submit">{t('integrator.test')}</button>
        </ActionForm>
      )}
    </section>
  );
}

/** What the receiver answered last, or why it was not asked. */
function answerShown({ t }: Reader, { status, fault, attempts }: Delivery): string {
  const answer = fault ? t(`integrator.fault.${fault}`) : status === null ? '' : t('integrator.status', { status });
  return attempts > 1 ? `${answer} ${t('integrator.attempts', { attempts })}` : answer;
}

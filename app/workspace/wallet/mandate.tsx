import type { Mandate } from '@/lib/money/wallet/mandates/mandates';
import type { signedInFor } from '../signed-in';
import { Badge } from '../ui/badge';
import { Confirm } from '../ui/confirm';
import { Facts } from '../ui/facts';
import { cancel } from './actions';

interface Props {
  mandate: Mandate;
  /** Of its account. */
  nickname: string;
  reader: Awaited<ReturnType<typeof signedInFor>>;
}

/** The mandate by which is collected from a bank account, and how it is cancelled. */
export function MandateOfAccount({ mandate, nickname, reader: { t, format } }: Props) {
  const { walletAccountId: id, reference, scheme, signedOn, collectedOn, state } = mandate;
  return (
    <section className="panel-section" aria-label={`${t('mandate.one')}: ${nickname}`}>
      <details>
        <summary>
          {t('mandate.one')} <Badge tone={state === 'active' ? 'good' : 'neutral'}>{t(`mandate.state.${state}`)}</Badge>
        </summary>
        <Facts
          facts={[
            { label: t('mandate.reference'), value: reference },
            { label: t('mandate.given'), value: format.date(signedOn) },
            { label: t('mandate.collected'), value: collectedOn ? format.date(collectedOn) : '–' },
            { label: t('mandate.scheme'), value: scheme }
          ]}
        />
        {state === 'active' ? (
          <div>
            <Confirm
              label={t('mandate.cancel')}
              question={t('mandate.cancel.question', { reference })}
              confirmLabel={t('mandate.cancel')}
              action={cancel}
              hidden={{ id }}
            />
          </div>
        ) : (
          <p>{t('mandate.again')}</p>
        )}
      </details>
    </section>
  );
}

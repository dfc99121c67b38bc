import { may } from '@/lib/access/policy/principal';
import type { Dispute } from '@/lib/money/disputes/disputes';
import { isWithNetwork, type NetworkCase } from '@/lib/money/disputes/network/cases';
import { DISPUTE } from '@/lib/money/disputes/states';
import type { signedInPrincipal } from '../../signed-in';
import { Facts } from '../../ui/facts';
import { RecordForm } from '../../ui/record-form';
import { credit, decide } from '../actions';
import { creditFields, decisionFields } from '../fields';

interface Props {
  dispute: Dispute;
  /** The claim at its network, which decides it. */
  found: NetworkCase | null;
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
}

/** What the issuer noted and decided, and for the issuer the forms to do so. */
export function Desk({ dispute, found, page: { principal, t, format } }: Props) {
  const { id, version, state, creditAmount, creditOn, note, endedAt, currency } = dispute;
  const { creditReversed, creditReversedOn, wonAmount } = dispute;
  const decides =
    may(principal, 'dispute_desk', 'modify') && DISPUTE.after(state, 'win') !== null && !isWithNetwork(found);
  return (
    <>
      {(creditAmount || endedAt) && (
        <section className="panel" aria-labelledby="outcome-heading">
          <h2 id="outcome-heading">{t('dispute.outcome')}</h2>
          <Facts
            facts={[
              ...(note ? [{ label: t('dispute.note'), value: note }] : []),
              ...(endedAt ? [{ label: t('dispute.ended.at'), value: format.dateTime(endedAt) }] : []),
              ...(wonAmount ? [{ label: t('dispute.won.amount'), value: format.money(wonAmount, currency) }] : []),
              ...(creditAmount && creditOn
                ? [
                    { label: t('dispute.credit.amount'), value: format.money(creditAmount, currency) },
                    { label: t('dispute.credit.on'), value: format.date(creditOn) }
                  ]
                : []),
              ...(creditReversed && creditReversedOn
                ? [
                    { label: t('dispute.credit.reversed'), value: format.money(creditReversed, currency) },
                    { label: t('dispute.credit.reversed.on'), value: format.date(creditReversedOn) }
                  ]
                : [])
            ]}
          />
        </section>
      )}
      {decides && (
        <>
          <section className="panel" aria-labelledby="decision-heading">
            <h2 id="decision-heading">{t('dispute.decision')}</h2>
            <RecordForm
              id="decision"
              action={decide}
              fields={decisionFields(t, currency)}
              hidden={{ id }}
              version={version}
              submitLabel={t('dispute.decide')}
            />
          </section>
          <section className="panel" aria-labelledby="credit-heading">
            <h2 id="credit-heading">{t('dispute.credit')}</h2>
            <RecordForm
              id="credit"
              action={credit}
              fields={creditFields(t, currency)}
              values={{ amount: creditAmount, creditedOn: creditOn }}
              hidden={{ id }}
              version={version}
              submitLabel={t('dispute.credit.save')}
            />
          </section>
        </>
      )}
    </>
  );
}

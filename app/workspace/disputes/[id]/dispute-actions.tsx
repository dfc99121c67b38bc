import { lackedFeatures } from '@/lib/access/policy/features';
import { may, type Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { Dispute } from '@/lib/money/disputes/disputes';
import { DISPUTE, type DisputeEvent } from '@/lib/money/disputes/states';
import { Confirm } from '../../ui/confirm';
import { discard, submit, takeUp, withdraw } from '../actions';

interface Props {
  dispute: Dispute;
  principal: Principal;
  t: Translate;
}

/** The actions on a dispute that the reader may use. Through another's eyes a draft is prepared, not submitted (C6.018). */
export function DisputeActions({ dispute: { id, version, state, submittedAt }, principal, t }: Props) {
  const lacked = lackedFeatures(principal);
  const isOwn = !lacked.includes('filing_disputes');
  const offers = (event: DisputeEvent) => {
    const { needs } = DISPUTE.transition(event);
    return DISPUTE.after(state, event) !== null && needs !== null && may(principal, ...needs);
  };
  const hidden = { id, version };
  return (
    <>
      {submittedAt && !lacked.includes('exports') && (
        <a className="button" href={`/workspace/disputes/${id}/pdf`} download>
          {t('dispute.pdf')}
        </a>
      )}
      {offers('submit') && (
        <Confirm
          label={t('dispute.discard')}
          question={t('dispute.discard.question')}
          confirmLabel={t('dispute.discard')}
          action={discard}
          hidden={hidden}
        />
      )}
      {offers('submit') && isOwn && (
        <Confirm
          label={t('dispute.submit')}
          question={t('dispute.submit.question')}
          explanation={t('dispute.final')}
          confirmLabel={t('dispute.submit')}
          action={submit}
          hidden={hidden}
          danger={false}
          isMain
        />
      )}
      {offers('take_up') && (
        <Confirm
          label={t('dispute.take.up')}
          question={t('dispute.take.up.question')}
          confirmLabel={t('dispute.take.up')}
          action={takeUp}
          hidden={hidden}
          danger={false}
          isMain
        />
      )}
      {offers('withdraw') && isOwn && (
        <Confirm
          label={t('dispute.withdraw')}
          question={t('dispute.withdraw.question')}
          confirmLabel={t('dispute.withdraw')}
          action={withdraw}
          hidden={hidden}
        >
          <div className="field">
            <label htmlFor="withdraw-reason">{t('dispute.withdraw.reason')}</label>
            <textarea id="withdraw-reason" name="reason" maxLength={1024} rows={3} aria-required="true" />
          </div>
        </Confirm>
      )}
    </>
  );
}

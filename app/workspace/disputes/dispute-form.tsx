import { dayAfter, daysBetween } from '@/lib/core/calendar/days';
import { writeNumber } from '@/lib/core/entry/typed-number';
import { newId } from '@/lib/core/secrets/ids';
import { todayAt } from '@/lib/directory/structure/reads/today';
import type { Dispute } from '@/lib/money/disputes/disputes';
import { offeredReasons, type Reason } from '@/lib/money/disputes/reasons';
import { answerName } from '@/lib/money/disputes/schema';
import { FAMILIES, familyOf, type Situation } from '@/lib/money/disputes/situations';
import type { CardTransaction } from '@/lib/money/transactions/transactions';
import type { signedInPrincipal } from '../signed-in';
import { Empty } from '../ui/empty';
import type { FieldValues } from '../ui/field-spec';
import { formTextsOf } from '../ui/form-texts';
import { Fresh } from '../ui/fresh';
import { open, save } from './actions';
import { disputeFields } from './fields';
import { Questions, type ShownReason } from './questions';

type Page = Awaited<ReturnType<typeof signedInPrincipal>>;

interface Props {
  page: Page;
  transaction: CardTransaction;
  /** The draft; without one the form opens it. */
  draft?: Dispute;
}

/** The form of a dispute: its questions, and what the proposed reason asks (C2.031). */
export async function DisputeForm({ page, transaction, draft }: Props) {
  const { t } = page;
  const reasons = await offeredReasons(transaction.issuerId);
  if (reasons.length === 0) return <Empty title={t('dispute.reasons.none')} />;
  const today = await todayAt(transaction.issuerId);
  const shown = reasons.map((reason) => shownReason(page, transaction, reason, today));
  return (
    <Fresh rendered={newId()}>
      <Questions
        reasons={shown}
        families={FAMILIES.filter((family) => shown.some((one) => one.family === family)).map((family) => ({
          value: family,
          label: t(`dispute.known.${family}`)
        }))}
        initial={shown.some(({ id }) => id === draft?.reasonId) ? (draft?.reasonId ?? null) : null}
        action={draft ? save : open}
        hidden={draft ? { id: draft.id } : { transactionId: transaction.id }}
        version={draft?.version}
        values={valuesOf(page, draft, transaction)}
        submitLabel={t('dispute.save')}
        cancelHref={draft ? '/workspace/disputes' : `/workspace/transactions/${transaction.id}`}
        texts={{
          known: t('dispute.known'),
          happened: t('dispute.happened'),
          reason: t('dispute.reason')
        }}
        formTexts={formTextsOf(t)}
      />
    </Fresh>
  );
}

function shownReason({ t, format }: Page, transaction: CardTransaction, reason: Reason, today: string): ShownReason {
  const { id, code, name, situation, days } = reason;
  const last = dayAfter(transaction.postingDate, days);
  const left = daysBetween(today, last);
  return {
    id,
    label: `${code} – ${name}`,
    family: situation && familyOf(situation),
    situation: situation && t(`setup.entity.dispute.reason.field.situation.option.${situation as Situation}`),
    deadline:
      left < 0
        ? t('dispute.late')
        : `${t('dispute.file.by')}: ${format.date(new Date(last))} · ${t('dispute.days.left')}: ${format.number(left)}`,
    fields: disputeFields(t, reason, transaction.billedCurrency)
  };
}

function valuesOf({ locale }: Page, draft: Dispute | undefined, { billedAmount }: CardTransaction): FieldValues {
  const { amount = billedAmount, explanation, contactedOn, merchantAnswer, answers = [] } = draft ?? {};
  return {
    amount: writeNumber(amount, locale),
    explanation,
    contactedOn,
    merchantAnswer,
    ...Object.fromEntries(
      answers.map(({ id, type, value }) => [answerName(id), type === 'number' ? writeNumber(value, locale) : value])
    )
  };
}

import type { SearchParams } from '@/lib/kit/listing/query';
import type { Customization } from '@/lib/money/purchasing/customization';
import type { VirtualCard } from '@/lib/money/purchasing/details';
import { numberOf, type PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { proofAsked } from '@/lib/money/purchasing/show-card';
import { type TriedPurchase, tryPurchase, trySchema } from '@/lib/money/purchasing/try-purchase';
import '../card-graphic.css';
import { ActionForm } from '../../ui/action-form';
import { Facts } from '../../ui/facts';
import { formTextsOf } from '../../ui/form-texts';
import { Notice } from '../../ui/notice';
import { RecordForm } from '../../ui/record-form';
import { charge, show, tryOut } from '../actions';
import { controlSentences, type Reader } from '../control-sentences';
import { failureName, failureSentence } from '../failure-sentences';
import { passwordFields, tryFields } from '../fields';
import { CardBadge, requestHref } from '../shown';
import { ShowCard } from './show-card';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  card: VirtualCard;
  /** How the company wants the card to look; null where it says nothing. */
  customization: Customization | null;
  query: SearchParams;
  /** How its reader proves again who asks to see the whole card; null where the reader may not, or it isn't active. */
  proof: Awaited<ReturnType<typeof proofAsked>> | null;
  /** Whether its reader may let the merchant charge it, at the desk of the simulated processor. */
  isDesk: boolean;
}

/** The virtual card of a request, what it may do, and a purchase to try on it (C1.005, C3.017D). */
export function Card({ reader, request, card, customization, query, proof, isDesk }: Props) {
  const { t } = reader;
  const tried = trySchema.safeParse(query);
  return (
    <>
      <section className="panel" aria-labelledby="card-heading">
        <h2 id="card-heading">{t('purchase.card')}</h2>
        {customization?.hasGraphic && (
          // The panel says in words what its picture decorates.
          <img className="card-graphic" src={`${requestHref(request.id)}/graphic`} alt="" />
        )}
        <Facts
          facts={[
            { label: t('account.card.number'), value: card.lastFour && `•••• ${card.lastFour}` },
            { label: t('purchase.card.expiry'), value: card.lastFour && card.expiry },
            { label: t('setup.status'), value: <CardBadge t={t} state={card.state} lastFour={card.lastFour} /> },
            ...(customization?.fields ?? []).map(({ field, label }) => ({
              label,
              value: shownField(reader, request, field)
            }))
          ]}
        />
        {proof !== null && <Shown reader={reader} request={request} proof={proof} />}
        <AtProcessor reader={reader} card={card} />
        <h3>{t('purchase.says.title')}</h3>
        <p>{controlSentences(reader, card.controls).join(' ')}</p>
      </section>
      <section className="panel" id="tried" aria-labelledby="try-heading">
        <h2 id="try-heading">{t('purchase.try')}</h2>
        <p>{t('purchase.try.hint')}</p>
        {tried.success && <Answer reader={reader} card={card} tried={tried.data} />}
        {tried.success && isDesk && (
          <ActionForm action={charge} texts={formTextsOf(t)} hidden={{ id: request.id, ...askedIn(query) }}>
            <p>{t('processor.charge.hint')}</p>
            <button type="submit">{t('processor.charge')}</button>
          </ActionForm>
        )}
        <RecordForm
          id="try"
          action={tryOut}
          fields={tryFields(t, card.controls.currency)}
          values={tried.success ? tried.data : {}}
          hidden={{ id: request.id }}
          submitLabel={t('purchase.try')}
          minor
        />
      </section>
    </>
  );
}

/** The whole card, for those who buy with it. */
function Shown({ reader: { t }, request, proof }: Pick<Props, 'reader' | 'request'> & { proof: string }) {
  if (proof === 'sign-in') return <p className="message message-hint">{t('purchase.show.sign.in')}</p>;
  return (
    <>
      <h3>{t('purchase.show')}</h3>
      <p>{t('purchase.show.hint')}</p>
      <ShowCard
        requestId={request.id}
        action={show}
        fields={proof === 'password' ? passwordFields(t) : []}
        formTexts={formTextsOf(t)}
        texts={{
          show: t('purchase.show'),
          hide: t('purchase.show.hide'),
          number: t('account.card.number'),
          expiry: t('purchase.card.expiry'),
          code: t('purchase.show.code'),
          left: t('purchase.show.left', { seconds: '{seconds}' })
        }}
      />
    </>
  );
}

/** What the card's processor has not done yet, or refused to do. */
function AtProcessor({ reader: { t }, card: { isWaiting, refusal } }: { reader: Reader; card: VirtualCard }) {
  if (isWaiting) return <p className="message message-hint">{t('purchase.card.waiting')}</p>;
  if (refusal === null) return null;
  const isUnanswered = refusal === 'unanswered';
  return (
    <Notice kind="problem">
      {isUnanswered ? t('purchase.card.unanswered') : t('purchase.card.refusal', { reason: refusal })}
    </Notice>
  );
}

/** What a merchant asks of a card, as it was typed. */
const askedIn = (query: SearchParams) =>
  Object.fromEntries(
    ['amount', 'merchant', 'merchantId', 'category'].flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    })
  );

/** The value of a field that a customization shows. */
function shownField({ format }: Reader, request: PurchaseRequest, field: Customization['fields'][number]['field']) {
  const { terms, requester, purchaseLimit, currency, neededBy } = request;
  const values: Record<typeof field, string | null> = {
    alias: terms.realCard?.alias ?? null,
    number: numberOf(request),
    supplier: terms.supplier.name,
    requester,
    limit: format.money(purchaseLimit, currency),
    neededBy: neededBy && format.date(neededBy)
  };
  return values[field];
}

/** What the card would answer, and every control that says no. */
function Answer({ reader, card, tried }: { reader: Reader; card: VirtualCard; tried: TriedPurchase }) {
  const { t } = reader;
  const { approved, failures, card: fault } = tryPurchase(card, tried);
  if (approved) return <Notice kind="success">{t('purchase.yes')}</Notice>;
  return (
    <Notice kind="problem">
      <ul>
        {fault && <li>{t(`purchase.no.${fault}`)}</li>}
        {failures.map((failure) => (
          <li key={failure.control}>
            <strong>{failureName(reader, failure)}</strong>: {failureSentence(reader, card.controls, tried, failure)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

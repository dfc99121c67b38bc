import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type Booking, chargeOf, chargesFor, seenBooking } from '@/lib/money/central-travel/bookings';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { ActionForm } from '../../ui/action-form';
import { Facts } from '../../ui/facts';
import { formTextsOf } from '../../ui/form-texts';
import { Link } from '../../ui/link';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';
import { choose, undo } from '../actions';
import { bookingFacts, LIST, ResultBadge } from '../shown';
import { Traveller } from './traveller';

export const generateMetadata = titled('central.travel.one');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** As many as a person looks through. */
const SHOWN = 20;

/** A booking with its charge, or the charges that a person may choose for it (C3.037D). */
export default workspacePage(async function BookingPage({ params, searchParams }: Props) {
  const page = await signedInFor('central_travel', 'view', 'central.travel');
  const { principal, t, format } = page;
  const booking = await seenBooking(principal, idOf((await params).id));
  if (!booking) notFound();
  return (
    <>
      <PageHead
        title={booking.traveller}
        trail={[{ href: LIST, label: t('central.travel.title') }]}
        detail={
          <>
            <ResultBadge t={t} result={booking.result} /> {format.money(booking.amount, booking.currency)}
          </>
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{
          matched: t('central.travel.done.matched'),
          undone: t('central.travel.done.undone'),
          given: t('central.travel.done.given'),
          taken: t('central.travel.done.taken')
        }}
      />
      {booking.transactionId === null ? (
        <Choice page={page} booking={booking} />
      ) : (
        <Matched page={page} booking={booking} />
      )}
      <Traveller page={page} booking={booking} />
      <section className="panel" aria-labelledby="facts-heading">
        <h2 id="facts-heading">{t('central.travel.one')}</h2>
        <Facts
          facts={[...bookingFacts(booking, t, format), { label: t('central.travel.file'), value: booking.fileName }]}
        />
      </section>
    </>
  );
});

interface OfBooking {
  page: Page;
  booking: Booking;
}

/** The charge of a matched booking, and the button that undoes the match. */
async function Matched({ page: { principal, t, format }, booking }: OfBooking) {
  const charge = await chargeOf(principal, booking);
  return (
    <section className="panel" aria-labelledby="charge-heading">
      <h2 id="charge-heading">{t('central.travel.charge')}</h2>
      {charge ? (
        <p>
          <Link href={`/workspace/transactions/${charge.id}`}>{charge.merchantName ?? charge.sourceReference}</Link>{' '}
          {format.date(charge.transactionDate)}, {format.money(charge.billedAmount, charge.billedCurrency)}
        </p>
      ) : (
        <p>{t('central.travel.charge.hidden')}</p>
      )}
      {booking.matchedBy && <p className="muted">{t(`central.travel.by.${booking.matchedBy}`)}</p>}
      {may(principal, 'central_travel', 'modify') && (
        <ActionForm action={undo} texts={formTextsOf(t)} hidden={{ id: booking.id }}>
          <button type="submit">{t('central.travel.undo')}</button>
        </ActionForm>
      )}
    </section>
  );
}

/** The free charges around a booking, those that fit best first. */
async function Choice({ page: { principal, t, format }, booking }: OfBooking) {
  const mayChoose = may(principal, 'central_travel', 'modify');
  const charges = mayChoose ? (await chargesFor(principal, booking)).slice(0, SHOWN) : [];
  return (
    <section className="panel" aria-labelledby="charges-heading">
      <h2 id="charges-heading">{t(mayChoose ? 'central.travel.charges' : 'central.travel.charge')}</h2>
      {booking.result !== 'matched' && (
        <Notice kind="hint">{t(`central.travel.result.${booking.result}.about`)}</Notice>
      )}
      {mayChoose && charges.length === 0 && <p>{t('central.travel.charges.none')}</p>}
      {charges.length > 0 && (
        <Table
          named
          columns={[
            { label: t('transaction.merchant') },
            { label: t('transaction.date') },
            { label: t('transaction.account') },
            { label: t('transaction.billed.amount'), figure: true },
            { label: t('central.travel.choose'), silent: true }
          ]}
          rows={charges.map((charge) => {
            const [merchant, day] = [charge.merchantName ?? '–', format.date(charge.transactionDate)];
            return {
              key: charge.id,
              cells: [
                <Link key="charge" href={`/workspace/transactions/${charge.id}`}>
                  {merchant}
                </Link>,
                day,
                charge.accountName,
                format.money(charge.billedAmount, charge.billedCurrency),
                <ActionForm
                  key="choose"
                  action={choose}
                  texts={formTextsOf(t)}
                  hidden={{ id: booking.id, transaction: charge.id }}
                >
                  <button type="submit" aria-label={t('central.travel.choose.label', { merchant, day })}>
                    {t('central.travel.choose')}
                  </button>
                </ActionForm>
              ]
            };
          })}
        />
      )}
    </section>
  );
}

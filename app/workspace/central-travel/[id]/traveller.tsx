import { may } from '@/lib/access/policy/principal';
import type { Booking } from '@/lib/money/central-travel/bookings';
import { nameOfTraveller, travellersOf } from '@/lib/money/central-travel/travellers';
import type { signedInFor } from '../../signed-in';
import { ActionForm } from '../../ui/action-form';
import { formTextsOf } from '../../ui/form-texts';
import { Notice } from '../../ui/notice';
import { RecordForm } from '../../ui/record-form';
import { give, take } from '../actions';
import { travellerFields } from '../traveller-fields';

interface Props {
  page: Awaited<ReturnType<typeof signedInFor>>;
  booking: Booking;
}

/** Who travels: the person to whom a booking was given, or those whose name fits, of whom one may be chosen. */
export async function Traveller({ page, booking }: Props) {
  const { principal, t } = page;
  if (!may(principal, 'central_travel', 'modify')) return null;
  return (
    <section className="panel" aria-labelledby="traveller-heading">
      <h2 id="traveller-heading">{t('central.travel.who')}</h2>
      {booking.travellerId === null ? (
        <Choice page={page} booking={booking} />
      ) : (
        <Given page={page} booking={booking} travellerId={booking.travellerId} />
      )}
    </section>
  );
}

/** The person to whom the booking was given, and the button that takes it back. */
async function Given({ page: { t }, booking, travellerId }: Props & { travellerId: string }) {
  const { issuerId, id } = booking;
  return (
    <>
      <p>{(await nameOfTraveller(issuerId, travellerId)) ?? booking.traveller}</p>
      <p className="muted">{t('central.travel.by.hand')}</p>
      <ActionForm action={take} texts={formTextsOf(t)} hidden={{ id }}>
        <button type="submit">{t('central.travel.take')}</button>
      </ActionForm>
    </>
  );
}

/** Those whose name fits with a button each, and a field for anybody else of the company. */
async function Choice({ page: { t }, booking }: Props) {
  const fitting = await travellersOf(booking);
  const [only] = fitting;
  const { id } = booking;
  return (
    <>
      {fitting.length === 0 && <p>{t('central.travel.traveller.nobody')}</p>}
      {only && fitting.length === 1 && <p>{`${only.first} ${only.last}`}</p>}
      {fitting.length > 1 && (
        <>
          <Notice kind="hint">{t('central.travel.traveller.several')}</Notice>
          <ul className="records">
            {fitting.map(({ userId, email, first, last }) => (
              <li key={userId}>
                <div>
                  <h3>{`${first} ${last}`}</h3>
                  <p className="muted">{[userId, email].filter(Boolean).join(' · ')}</p>
                </div>
                <ActionForm action={give} texts={formTextsOf(t)} hidden={{ id, traveller: userId }}>
                  <button
                    type="submit"
                    aria-label={t('central.travel.give.label', { name: `${first} ${last}`, userId })}
                  >
                    {t('central.travel.choose')}
                  </button>
                </ActionForm>
              </li>
            ))}
          </ul>
        </>
      )}
      <RecordForm
        action={give}
        fields={travellerFields(t, id)}
        hidden={{ id }}
        submitLabel={t('central.travel.give')}
        minor
      />
    </>
  );
}

import type { PortalView } from '../sdportal/portal-page';
import type { PostedForm } from './posted-form';

interface State {
  /** Where the person wanted to go. */
  at: string;
  posted: PostedForm | null;
  requestId: string;
}

/** Says that the database is away, and offers the way on: the same address, or the form that was posted, again. */
export const unavailableView: PortalView<State> = {
  component: 'unavailable',
  title: ({ t, brand }) => `${t('service.unavailable')} – ${brand.appName}`,
  render: ({ t }, { at, posted, requestId }) => (
    <div className="card">
      <h1>{t('service.unavailable')}</h1>
      <p>{t('service.away')}</p>
      {posted && <p>{t(posted.fields ? 'service.away.kept' : 'service.away.back')}</p>}
      {posted?.fields ? (
        <form method="post" action={at} encType={posted.encoding}>
          {posted.fields.map(([name, value], place) => (
            <input key={place} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="primary">
            {t('service.away.send')}
          </button>
        </form>
      ) : (
        !posted && (
          <a className="primary" href={at}>
            {t('error.again')}
          </a>
        )
      )}
      <p>{t('error.reference', { reference: requestId })}</p>
    </div>
  )
};

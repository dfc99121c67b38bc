import { seedAddress, seedDownload } from '@/lib/identity/seed-file';
import type { HandedOutToken } from '@/lib/identity/soft-tokens';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { Errors } from '../error-summary';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export interface SoftTokenState extends FormState {
  serialNumber?: string;
  /** The token that was just handed out, to its owner. */
  handed?: HandedOutToken;
}

const STEPS = [1, 2, 3] as const;

/** The first PIN (C9.007), which stands out in its sentence. */
function FirstPin({ page: { t }, pin }: { page: PageContext; pin: string }) {
  const [before, after] = t('soft.token.first.pin', { pin: '\u0000' }).split('\u0000');
  return (
    <p>
      {before}
      <strong>{pin}</strong>
      {after}
    </p>
  );
}

function Taken({ page, handed }: { page: PageContext; handed: HandedOutToken }) {
  const { t, link } = page;
  const address = seedAddress(handed);
  return (
    <>
      <p>{t('soft.token.address.message')}</p>
      <p>
        <a {...seedDownload(handed)}>{t('soft.token.download')}</a>
      </p>
      <p>
        <a href={address}>{t('soft.token.address.open')}</a>
      </p>
      <p className="code">{new URL(address).searchParams.get('secret')}</p>
      <FirstPin page={page} pin={handed.firstPin} />
      <a className="primary" href={link('login-signin-component')}>
        {t('ng.return.to.login.screen')}
      </a>
    </>
  );
}

function Waiting({ page, state }: { page: PageContext; state: SoftTokenState }) {
  const { t, link } = page;
  return (
    <>
      <p>{t('soft.token.intro')}</p>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`soft.token.step.${step}`)}</li>
        ))}
      </ol>
      <p>{t('soft.token.serial', { serial: state.serialNumber ?? '' })}</p>
      <p className="notice">{t('soft.token.once')}</p>
      <form id="soft-token" method="post" action={link('soft-token-component')}>
        <div className="buttons">
          <button type="submit" className="primary">
            {t('soft.token.show')}
          </button>
        </div>
      </form>
      <a href={link('logout-component')}>{t('ng.return.to.login.screen')}</a>
    </>
  );
}

/** Where a person set to two-factor takes the seed of their soft token (C2.002). */
export const softTokenView: PortalView<SoftTokenState> = {
  component: 'soft-token-component',
  title: ({ brand, t }) => `${t('soft.token.title')} – ${brand.appName}`,
  render: (page, state) => (
    <div className="card">
      <h1>{page.t('soft.token.title')}</h1>
      <Errors page={page} state={state} />
      {state.handed ? <Taken page={page} handed={state.handed} /> : <Waiting page={page} state={state} />}
    </div>
  ),
  script: 'plain-form',
  scriptData: ({ link }, { handed }): PlainFormData => (handed ? {} : { logout: link('logout-component') })
};

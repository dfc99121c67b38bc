import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';

export interface LinkRefusalState extends FormState {
  /** A refusal that is good, and the ids it is about; without one the page says that it is no use any more. */
  refusal?: { token: string; userId: string; primaryUserId: string };
  isRefused?: boolean;
}

function Question({ page, state, refusal }: { page: PageContext; state: LinkRefusalState; refusal: Refusal }) {
  const { token, ...ids } = refusal;
  return (
    <FormCard
      page={page}
      state={state}
      id="link-refusal"
      component="link-refusal-component"
      title="link.refusal.title"
      intro={<p>{page.t('link.refusal.question', ids)}</p>}
      submit="link.refuse"
      cancel="login-signin-component"
    >
      <input type="hidden" name="token" value={token} />
    </FormCard>
  );
}

type Refusal = NonNullable<LinkRefusalState['refusal']>;

const outcomeTitle = (isRefused: boolean) => (isRefused ? 'link.refusal.done.title' : 'expired.link.title');

function Outcome({ page: { t, link }, isRefused }: { page: PageContext; isRefused: boolean }) {
  return (
    <div className="card">
      <h1>{t(outcomeTitle(isRefused))}</h1>
      <p>{t(isRefused ? 'link.refusal.done' : 'link.refusal.inactive')}</p>
      <a className="primary" href={link('login-signin-component')}>
        {t('ng.return.to.login.screen')}
      </a>
    </div>
  );
}

/** The page where the owner of a user id refuses that it is linked. */
export const linkRefusalView: PortalView<LinkRefusalState> = {
  component: 'link-refusal-component',
  title: ({ brand, t }, { refusal }) =>
    `${t(refusal ? 'link.refusal.title' : 'expired.link.title')} – ${brand.appName}`,
  render: (page, state) =>
    state.refusal ? (
      <Question page={page} state={state} refusal={state.refusal} />
    ) : (
      <Outcome page={page} isRefused={state.isRefused ?? false} />
    )
};

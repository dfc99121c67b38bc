import './profile.css';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { languageTag } from '@/lib/core/locales';
import { accountOf } from '@/lib/identity/accounts';
import { ownEvents } from '@/lib/identity/own-events';
import { ownSessions } from '@/lib/identity/own-sessions';
import { ownPasskeys } from '@/lib/identity/passkeys';
import { relyingParty } from '@/lib/identity/relying-party';
import { ownQuestion } from '@/lib/identity/security-questions';
import { Errors } from '../../sdportal/error-summary';
import { portalLink } from '../../sdportal/portal-link';
import { signedIn, signedInWith } from '../signed-in';
import { DisplayPanel } from './display';
import { Events } from './events';
import { Passkeys } from './passkeys';
import { Password } from './password';
import { faultsIn } from './profile-faults';
import { NOTICES } from './profile-notices';
import { Question } from './question';
import { Sessions } from './sessions';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('profile.title')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The profile (PD.7): how a person signs in, where they are signed in, and what has happened to their sign-in. */
export default async function ProfilePage({ searchParams }: Props) {
  const { actor, account, brand, display, locale, t } = await signedInWith('profile');
  const { fault, changed } = await searchParams;
  const [{ passwordSetAt, loginType }, passkeys, rp, question, sessions, events] = await Promise.all([
    accountOf(actor),
    ownPasskeys(actor),
    relyingParty(brand, new Headers(await headers())),
    ownQuestion(actor),
    ownSessions(actor),
    ownEvents(actor)
  ]);
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: account.timeZone
  });
  const page = { brand, locale, t, link: portalLink({ brand, ownHost: false }) };
  const time = (at: Date) => format.format(at);
  const state = { faults: faultsIn([fault ?? []].flat()) };
  const notice = Object.entries(NOTICES).find(([name]) => name === changed)?.[1];
  const hasPassword = loginType === 'pwd';
  return (
    <div className="profile">
      <h1>{t('profile.title')}</h1>
      {notice && (
        // biome-ignore lint/a11y/noAutofocus: what was done is what has to be read first
        <p className="success" role="status" tabIndex={-1} autoFocus>
          {t(notice)}
        </p>
      )}
      <Errors page={page} state={state} />
      {hasPassword && <Password page={page} setAt={time(passwordSetAt)} />}
      {hasPassword && (rp || passkeys.length > 0) && (
        <Passkeys page={page} passkeys={passkeys} canAdd={rp !== null} userId={account.userId} time={time} />
      )}
      {hasPassword && <Question page={page} state={state} userId={account.userId} questionId={question} />}
      <Sessions page={page} sessions={sessions} time={time} />
      <DisplayPanel t={t} display={display} />
      <Events page={page} events={events} time={time} />
    </div>
  );
}

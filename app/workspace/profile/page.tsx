import './profile.css';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Fragment } from 'react';
import { languageTag } from '@/lib/core/language/locales';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { ownEvents } from '@/lib/sign-in/account/own-events';
import { enrolledQuestions, questionsOffered } from '@/lib/sign-in/challenge/challenge-questions';
import { ownQuestion } from '@/lib/sign-in/challenge/security-questions';
import { ownPasskeys } from '@/lib/sign-in/passkey/passkeys';
import { relyingParty } from '@/lib/sign-in/passkey/relying-party';
import { expiresSoon, passwordExpiry } from '@/lib/sign-in/password/password-expiry';
import { ownSessions } from '@/lib/sign-in/session/own-sessions';
import { tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { portalLink } from '../../sdportal/portal-link';
import { signedIn, signedInWith } from '../signed-in';
import { DoneNotice } from '../ui/notice';
import { SectionIndex } from '../ui/section-index';
import { workspacePage } from '../workspace-page';
import { Challenge } from './challenge';
import { DisplayPanel } from './display';
import { Events } from './events';
import { NoticeSettings } from './notice-settings';
import { Passkeys } from './passkeys';
import { Password } from './password';
import { Preferences } from './preferences';
import { NOTICES } from './profile-notices';
import { Question } from './question';
import { Sessions } from './sessions';
import { SignInFacts } from './sign-in-facts';
import { Token } from './token';
import { UserId } from './user-id';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('profile.title')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The profile (PD.7): the user's sign-in methods, sessions and security events. */
export default workspacePage(async function ProfilePage({ searchParams }: Props) {
  const { actor, account, brand, display, locale, t } = await signedInWith('profile');
  const { changed } = await searchParams;
  const own = await accountOf(actor);
  const { passwordSetAt, loginType, ssoOnly } = own;
  const hasPassword = loginType === 'pwd' && !ssoOnly;
  const asksQuestions = hasPassword && (own.dualAuthenticationRequired || own.isEnrolled);
  const [passkeys, rp, question, sessions, events, token, offered, enrolled] = await Promise.all([
    ownPasskeys(actor),
    relyingParty(brand, new Headers(await headers())),
    ownQuestion(actor),
    ownSessions(actor),
    ownEvents(actor),
    tokenStatus(own),
    asksQuestions ? questionsOffered(own.issuerId) : [],
    asksQuestions ? enrolledQuestions(own) : []
  ]);
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: account.timeZone
  });
  const page = { brand, locale, t, link: portalLink({ brand, ownHost: false }) };
  const time = (at: Date) => format.format(at);
  const notices = Object.fromEntries(Object.entries(NOTICES).map(([name, key]) => [name, t(key)]));
  const sections = [
    { id: 'account-heading', label: t('home.account.heading'), body: <SignInFacts /> },
    { id: 'preferences-heading', label: t('profile.preferences'), body: <Preferences /> },
    { id: 'notices-heading', label: t('profile.notices'), body: <NoticeSettings /> },
    { id: 'display-heading', label: t('display.title'), body: <DisplayPanel t={t} display={display} /> },
    hasPassword && {
      id: 'password-heading',
      label: t('profile.password'),
      body: (
        <Password
          page={page}
          setAt={time(passwordSetAt)}
          expiresAt={time(passwordExpiry(own))}
          isSoon={expiresSoon(own) !== null}
        />
      )
    },
    hasPassword &&
      (rp || passkeys.length > 0) && {
        id: 'passkeys-heading',
        label: t('profile.passkeys'),
        body: <Passkeys t={t} passkeys={passkeys} canAdd={rp !== null} userId={account.userId} time={time} />
      },
    token &&
      !ssoOnly && {
        id: 'token-heading',
        label: t(token.software ? 'token.software' : 'token.hardware'),
        body: <Token page={page} token={token} time={time} />
      },
    hasPassword && {
      id: 'question-heading',
      label: t('security.question.title'),
      body: <Question t={t} brand={brand} userId={account.userId} questionId={question} />
    },
    asksQuestions && {
      id: 'challenge-heading',
      label: t('challenge.enrolment.title'),
      body: <Challenge t={t} userId={account.userId} questions={offered} enrolled={enrolled} />
    },
    hasPassword && {
      id: 'user-id-heading',
      label: t('user.id.label'),
      body: <UserId t={t} userId={account.userId} />
    },
    {
      id: 'sessions-heading',
      label: t('profile.sessions'),
      body: <Sessions t={t} sessions={sessions} time={time} />
    },
    { id: 'events-heading', label: t('profile.events'), body: <Events page={page} events={events} time={time} /> }
  ].filter((section) => section !== false && section !== null);
  return (
    <>
      <h1>{t('profile.title')}</h1>
      <DoneNotice query={{ changed }} parameter="changed" texts={notices} />
      {ssoOnly && <p className="notice">{t('login.sso.only')}</p>}
      <div className="indexed">
        <div className="indexed-tools">
          <SectionIndex label={t('configuration.sections')} sections={sections} />
        </div>
        <div className="profile">
          {sections.map(({ id, body }) => (
            <Fragment key={id}>{body}</Fragment>
          ))}
        </div>
      </div>
    </>
  );
});

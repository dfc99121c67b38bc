import type { Metadata } from 'next';
import type { Translate } from '@/lib/core/language/texts';
import { linksOf, type UserLink } from '@/lib/directory/people/links/links';
import { ownLinkFault, type WaitingLink, waitingLinks } from '@/lib/directory/people/links/own-links';
import { type OwnRole, ownRoles } from '@/lib/directory/people/own-roles';
import { signedIn, signedInWith } from '../../signed-in';
import { ActionForm } from '../../ui/action-form';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { failureTexts } from '../../ui/form-texts';
import type { Formats } from '../../ui/formats';
import { DoneNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { LastDay } from '../last-day';
import { placeWords } from '../words';
import { beginOwnLink, refuseLink, switchOwnRole } from './actions';
import { otherIdFields } from './fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('own.roles.title')} – ${brand.appName}` };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The user's roles, including the current one, and linked user ids (C2.003). */
export default workspacePage(async function OwnRolesPage({ searchParams }: Props) {
  const { principal, t, format } = await signedInWith('role_switching');
  const query = await searchParams;
  const { issuerId, userId } = principal;
  const [roles, waiting, links, fault] = await Promise.all([
    ownRoles(principal),
    waitingLinks(principal),
    linksOf(principal, { issuerId, id: userId }),
    ownLinkFault(principal)
  ]);
  const confirmed = links.filter(({ status }) => status === 'confirmed');
  const toConfirm = waiting.filter(({ isPrimary }) => isPrimary).map((link) => link.userId);
  return (
    <>
      <PageHead title={t('own.roles.title')} />
      <DoneNotice
        query={query}
        texts={{ switched: t('own.roles.switched'), linked: t('own.roles.linked'), refused: t('own.link.refused') }}
      />
      <section className="panel" aria-labelledby="own-roles-heading">
        <h2 id="own-roles-heading">{t('own.roles.heading')}</h2>
        <p>{t('own.roles.explanation')}</p>
        {roles.length === 0 && <p className="muted">{t('user.roles.none')}</p>}
        <ul className="records">
          {roles.map((role) => (
            <OwnRoleItem key={role.id} role={role} showsUserId={confirmed.length > 0} t={t} format={format} />
          ))}
        </ul>
      </section>
      {(!fault || confirmed.length + waiting.length > 0) && (
        <section className="panel" aria-labelledby="own-links-heading">
          <h2 id="own-links-heading">{t('user.links')}</h2>
          <ul className="records">
            {confirmed.map((link) => (
              <ConfirmedLinkItem key={link.id} link={link} t={t} format={format} />
            ))}
            {waiting.map((link) => (
              <WaitingLinkItem key={link.id} link={link} t={t} />
            ))}
          </ul>
          {!fault && <LinkForm toConfirm={toConfirm} t={t} />}
        </section>
      )}
    </>
  );
});

interface InWords {
  t: Translate;
  format: Formats;
}

interface OwnRoleItemProps extends InWords {
  role: OwnRole;
  /** Where there are several user ids, each role says whose it is. */
  showsUserId: boolean;
}

/** One of the user's roles, with a button to switch to it. */
function OwnRoleItem({ role, showsUserId, t, format }: OwnRoleItemProps) {
  return (
    <li>
      <div>
        <h3>
          <span id={`role-${role.id}`}>{t(`role.${role.role}`)}</span>
          {role.isInUse && <Badge tone="good">{t('own.roles.in.use')}</Badge>}
          {role.isPrimary && <Badge>{t('user.role.primary')}</Badge>}
          <LastDay {...{ assignment: role, t, format }} />
        </h3>
        <p>{role.places.map(placeWords).join(', ')}</p>
        {showsUserId && <p className="muted">{t('own.roles.user.id', { userId: role.userId })}</p>}
      </div>
      {!role.isInUse && (
        <ActionForm action={switchOwnRole} texts={failureTexts(t)} leaves>
          <button type="submit" name="assignment" value={role.id} aria-describedby={`role-${role.id}`}>
            {t('own.roles.switch')}
          </button>
        </ActionForm>
      )}
    </li>
  );
}

/** Another of the user's own ids. */
function ConfirmedLinkItem({ link, t, format }: InWords & { link: UserLink }) {
  return (
    <li>
      <div>
        <h3>
          {link.other?.userId}
          <Badge tone={link.isInvalid ? 'bad' : 'good'}>
            {t(link.isInvalid ? 'user.link.invalid' : 'user.link.confirmed')}
          </Badge>
        </h3>
        <p className="muted">{link.confirmedAt && t('user.since', { time: format.dateTime(link.confirmedAt) })}</p>
      </div>
    </li>
  );
}

/** A link that waits for the other side, and the way to refuse it. */
function WaitingLinkItem({ link, t }: { link: WaitingLink; t: Translate }) {
  const { id, userId: other, isPrimary } = link;
  return (
    <li>
      <div>
        <h3>
          {other}
          <Badge tone="warning">{t('user.link.unconfirmed')}</Badge>
        </h3>
        <p className="muted">{t(isPrimary ? 'own.link.asked.primary' : 'own.link.asked', { userId: other })}</p>
      </div>
      <Confirm
        label={t('link.refuse')}
        question={t('own.link.refuse.question')}
        explanation={<p>{t('own.link.refuse.explanation')}</p>}
        confirmLabel={t('link.refuse')}
        action={refuseLink}
        hidden={{ link: id }}
      />
    </li>
  );
}

/** Begins a link, or confirms the one that waits. */
function LinkForm({ toConfirm, t }: { toConfirm: string[]; t: Translate }) {
  return (
    <>
      <p>
        {t(toConfirm.length > 0 ? 'own.link.waiting' : 'own.link.explanation', {
          userIds: toConfirm.join(', ')
        })}
      </p>
      <RecordForm
        action={beginOwnLink}
        fields={otherIdFields(t)}
        values={{ userId: toConfirm[0] }}
        submitLabel={t('continue.button')}
      />
    </>
  );
}

import { may } from '@/lib/access/policy/principal';
import { linksOf } from '@/lib/directory/people/links/links';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { Link } from '../../ui/link';
import { undoLink } from './actions';
import type { Section } from './section';

const TONES = { confirmed: 'good', unconfirmed: 'warning', lapsed: 'neutral' } as const;

/** The user ids linked with this one (CD.32). */
export async function LinkedIds({ page: { t, principal, format }, user, canMaintain, canMaintainPart }: Section) {
  if (!may(principal, 'multi_user', 'view')) return null;
  const links = await linksOf(principal, user);
  const mayLink = may(principal, 'multi_user', 'modify');
  return (
    <section className="panel" aria-labelledby="links-heading">
      <div className="panel-head">
        <h2 id="links-heading">{t('user.links')}</h2>
        {canMaintain &&
          mayLink &&
          user.status === 'active' &&
          !links.some(({ isPrimary, status }) => !isPrimary && status !== 'lapsed') && (
            <Link className="button" href={`/workspace/people/${user.id}/link`}>
              {t('user.link.add')}
            </Link>
          )}
      </div>
      {links.length === 0 && <p className="muted">{t('user.links.none')}</p>}
      <ul className="records">
        {links.map((link) => (
          <li key={link.id}>
            <div>
              <h3>
                {link.other ? (
                  <Link href={`/workspace/people/${link.other.id}`}>{`${link.other.name} (${link.other.userId})`}</Link>
                ) : (
                  t('user.outside')
                )}
                <Badge tone={link.isInvalid ? 'bad' : TONES[link.status]}>
                  {t(`user.link.${link.isInvalid ? 'invalid' : link.status}`)}
                </Badge>
              </h3>
              <p className="muted">
                {t(link.isPrimary ? 'user.link.this.primary' : 'user.link.other.primary')}{' '}
                {t('user.since', { time: format.dateTime(link.confirmedAt ?? link.requestedAt) })}
              </p>
            </div>
            {canMaintainPart && mayLink && link.status !== 'lapsed' && (
              <Confirm
                label={t('user.unlink')}
                question={t('user.unlink.question')}
                explanation={<p>{t('user.unlink.explanation')}</p>}
                confirmLabel={t('user.unlink')}
                action={undoLink}
                hidden={{ id: user.id, link: link.id }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Metadata } from 'next';
import { AREAS, actionsOf, isByTemplateOnly, ROLES } from '@/lib/access/policy/policy';
import { dotted } from '@/lib/core/language/text-key';
import { signedIn, signedInFor } from '../../signed-in';
import { PageHead } from '../../ui/page-head';
import { Scroller } from '../../ui/scroller';
import { workspacePage } from '../../workspace-page';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('policy.title')} – ${brand.appName}` };
}

/** The policy table (CD.22) by area and role: the most that each role can have. */
export default workspacePage(async function PolicyPage() {
  const { t } = await signedInFor('users', 'view');
  return (
    <>
      <PageHead title={t('policy.title')} trail={[{ href: '/workspace/people', label: t('users.title') }]} />
      <p>{t('policy.explanation')}</p>
      <Scroller className="panel policy" aria-label={t('policy.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('policy.area')}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className="policy-role">
                  {t(`role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AREAS.map((area) => (
              <tr key={area}>
                <th scope="row">{t(`area.${dotted(area)}`)}</th>
                {ROLES.map((role) => (
                  <td
                    key={role}
                    data-label={t(`role.${role}`)}
                    data-none={actionsOf(role, area).length === 0 || undefined}
                  >
                    {actionsOf(role, area)
                      .map((action) => t(`action.${action}`) + (isByTemplateOnly(role, area, action) ? '*' : ''))
                      .join(', ') || '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p className="muted">{t('policy.by.template')}</p>
      <section className="panel" aria-labelledby="roles-heading">
        <h2 id="roles-heading">{t('policy.roles')}</h2>
        <dl className="facts">
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{t(`role.${role}`)}</dt>
              <dd>{t(`role.${role}.reach`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
});

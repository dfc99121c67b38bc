import './quick-links.css';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { type QuickLink, quickLinks } from '@/lib/kit/quick-links/quick-links';
import { signedIn } from '../signed-in';
import { titled } from '../titled';
import { ActionForm } from '../ui/action-form';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { RecordForm } from '../ui/record-form';
import { workspacePage } from '../workspace-page';
import { move, remove, rename } from './actions';
import { nameFields } from './fields';

export const generateMetadata = titled('quick.link.title');

/** The user's quick links: their names and their order (C2.005). */
export default workspacePage(async function QuickLinksPage() {
  const { principal, t } = await signedIn();
  const links = await quickLinks(principal);
  return (
    <>
      <PageHead
        title={t('quick.link.title')}
        trail={[{ href: null, label: t('quick.link.title') }]}
        detail={t('quick.link.none')}
      />
      {links.length === 0 ? (
        <Empty title={t('quick.link.empty')} />
      ) : (
        <section className="panel" aria-label={t('quick.link.title')}>
          <ol className="records quick-links">
            {links.map((link, at) => (
              <LinkLine key={link.id} link={link} isFirst={at === 0} isLast={at === links.length - 1} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
});

async function LinkLine({ link, isFirst, isLast }: { link: QuickLink; isFirst: boolean; isLast: boolean }) {
  const { t } = await signedIn();
  const { id, name, address } = link;
  const texts = { failed: t('save.failed'), serverDown: t('server.down') };
  const buttons: { key: string; label: string; icon: ReactNode; hidden: Record<string, string>; isOff: boolean }[] = [
    { key: 'up', label: t('quick.link.up', { name }), icon: <ArrowUp />, hidden: { id, by: 'up' }, isOff: isFirst },
    {
      key: 'down',
      label: t('quick.link.down', { name }),
      icon: <ArrowDown />,
      hidden: { id, by: 'down' },
      isOff: isLast
    },
    { key: 'remove', label: t('quick.link.remove', { name }), icon: <X />, hidden: { id }, isOff: false }
  ];
  return (
    <li>
      <div>
        <RecordForm
          id={`link-${id}`}
          action={rename}
          fields={nameFields(t)}
          values={{ name }}
          hidden={{ id }}
          submitLabel={t('quick.link.rename')}
        />
        <p className="support muted quick-link-address">{address}</p>
      </div>
      <div className="quick-link-buttons">
        {buttons.map(({ key, label, icon, hidden, isOff }) => (
          <ActionForm key={key} action={key === 'remove' ? remove : move} texts={texts} hidden={hidden}>
            <button type="submit" className="icon-button" aria-label={label} disabled={isOff}>
              {icon}
            </button>
          </ActionForm>
        ))}
      </div>
    </li>
  );
}

import type { ReactNode } from 'react';
import { signedIn } from '../signed-in';
import { Link } from './link';

interface Props {
  title: ReactNode;
  /** The breadcrumb between home and this page; a page of the navigation has none. */
  trail?: { href: string | null; label: string }[];
  /** A line under the title: a state, a number. */
  detail?: ReactNode;
  /** Links and buttons at the right. */
  actions?: ReactNode;
}

/** The head of every page: breadcrumb, title and actions. */
export async function PageHead({ title, trail = [], detail, actions }: Props) {
  const { t } = await signedIn();
  return (
    <div className="page-head">
      {trail.length > 0 && (
        <nav className="trail" aria-label={t('trail.label')}>
          <ol>
            {[{ href: '/workspace', label: t('home.title') }, ...trail].map(({ href, label }) => (
              // Nodes above the user's own place are not links (CD.20).
              <li key={href ?? label}>{href === null ? label : <Link href={href}>{label}</Link>}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className="page-title">
        <div className="page-named">
          <h1>{title}</h1>
          {detail && <div className="page-detail">{detail}</div>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
    </div>
  );
}

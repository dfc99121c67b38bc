import type { ReactNode } from 'react';
import { signedIn } from '../signed-in';

interface Props {
  title: ReactNode;
  /** What lies between home and this page. */
  trail?: { href: string | null; label: string }[];
  /** A line under the title: a state, a number. */
  detail?: ReactNode;
  /** Links and buttons at the right. */
  actions?: ReactNode;
}

/** What every page begins with: where it is, what it is, what can be done with it. */
export async function PageHead({ title, trail = [], detail, actions }: Props) {
  const { t } = await signedIn();
  return (
    <div className="page-head">
      <nav className="trail" aria-label={t('trail.label')}>
        <ol>
          {[{ href: '/workspace', label: t('home.title') }, ...trail].map(({ href, label }) => (
            // What lies above one's own place is no link (CD.20).
            <li key={href ?? label}>{href === null ? label : <a href={href}>{label}</a>}</li>
          ))}
        </ol>
      </nav>
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

import type { Formats } from './formats';
import { Link } from './link';

interface Props {
  label: string;
  /** A count of zero is left out. */
  tabs: { href: string; label: string; count?: number; current?: boolean }[];
  format?: Pick<Formats, 'number'>;
}

/** The pages of one record, as links. */
export function Tabs({ label, tabs, format }: Props) {
  return (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
          {format && !!tab.count && <span className="tab-count">{format.number(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

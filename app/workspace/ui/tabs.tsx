import { Link } from './link';

interface Props {
  label: string;
  tabs: { href: string; label: string; count?: string | undefined; current?: boolean }[];
}

/** The pages of one record, as links. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
          {tab.count && <span className="tab-count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

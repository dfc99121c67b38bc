import { Link } from './link';

interface Props {
  label: string;
  tabs: { href: string; label: string; current?: boolean }[];
}

/** The pages of one record, as links. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="page-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

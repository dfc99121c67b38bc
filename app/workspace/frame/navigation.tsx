'use client';

import { ArrowLeft, ChevronDown, PanelLeft } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usePreference } from '../display/use-preference';
import { Link, ScreenLink } from '../ui/link';
import { CountBadge, describeCount, useCounts } from './counts';
import { currentIn, type Entry, type EntryGroup, entriesOf, type Levels, SETUP } from './entries';
import { ScreenIcon } from './screen-icon';

const Tip = lazy(() => import('../ui/tip'));

export interface NavigationTexts {
  label: string;
  collapse: string;
  expand: string;
  back: string;
  setup: string;
  /** What a badge says, with `{count}` in it. */
  waiting: string;
}

interface Props {
  levels: Levels;
  texts: NavigationTexts;
  /** The names of the groups that the user has folded. */
  folded: readonly string[];
  isRail?: boolean;
}

/** The links to the screens; within the set-up its second level, from which a button leads back to the first. */
export function Navigation({ levels, texts, folded, isRail = false }: Props) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  const isSetup = path.startsWith(`${SETUP}/`) || path === SETUP || currentIn(entriesOf(levels.setup), path);
  const [mainShownAt, setMainShownAt] = useState<string | null>(null);
  const showsSetup = Boolean(isSetup) && mainShownAt !== path && !isRail;
  const groups = showsSetup ? levels.setup : levels.main;
  const current = currentIn(entriesOf(groups), path) ?? (isSetup && !showsSetup ? SETUP : undefined);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path, showsSetup]);
  return (
    <nav ref={nav} className="navigation" aria-label={texts.label}>
      {showsSetup && (
        <div className="navigation-level">
          <button type="button" className="navigation-back" onClick={() => setMainShownAt(path)}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
            {texts.back}
          </button>
          <Link href={SETUP} className="navigation-title" aria-current={path === SETUP ? 'page' : undefined}>
            {texts.setup}
          </Link>
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.name} {...{ group, current, path, texts, isRail }} isFolded={folded.includes(group.name)} />
      ))}
    </nav>
  );
}

interface GroupProps {
  group: EntryGroup;
  current: string | undefined;
  path: string;
  texts: NavigationTexts;
  isRail: boolean;
  isFolded: boolean;
}

/** A foldable group; the one with the current page opens when that page does. */
function Group({ group: { name, title, entries }, current, path, texts, isRail, isFolded }: GroupProps) {
  const [folds, setFolds] = useState(isFolded);
  const holdsCurrent = entries.some(({ href }) => href === current);
  const isOpen = !folds || isRail || title === null;
  const id = `navigation-${name.replace('.', '-')}`;
  const list = (
    <ul id={id} aria-label={title ?? undefined} hidden={!isOpen && !holdsCurrent}>
      {entries
        .filter(({ href }) => isOpen || href === current)
        .map((entry) => (
          <li key={entry.href}>
            <EntryLink {...{ entry, path, texts, isRail }} isCurrent={entry.href === current} />
          </li>
        ))}
    </ul>
  );
  if (title === null || isRail) return <div className="navigation-group">{list}</div>;
  return (
    <div className="navigation-group">
      <button
        type="button"
        className="navigation-heading"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setFolds(!folds);
          rememberFold(name, !folds);
        }}
      >
        {title}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {list}
    </div>
  );
}

interface EntryLinkProps {
  entry: Entry;
  path: string;
  texts: NavigationTexts;
  isRail: boolean;
  isCurrent: boolean;
}

function EntryLink({ entry: { href, label, icon }, path, texts, isRail, isCurrent }: EntryLinkProps) {
  const count = useCounts().waiting[href];
  const link = (
    <ScreenLink
      href={href}
      className="navigation-link"
      aria-current={path === href ? 'page' : isCurrent ? 'true' : undefined}
      aria-description={describeCount(count, texts.waiting)}
    >
      {icon && <ScreenIcon name={icon} />}
      <span className="navigation-text">{label}</span>
      <CountBadge count={count} />
    </ScreenLink>
  );
  return isRail ? (
    <Suspense fallback={link}>
      <Tip text={label}>{link}</Tip>
    </Suspense>
  ) : (
    link
  );
}

/** A cookie that only the look depends on, so that the server renders the groups as they were left. */
function rememberFold(name: string, isFolded: boolean): void {
  const before = /(?:^|; )navigation-folded=([^;]*)/.exec(document.cookie)?.[1]?.split('~') ?? [];
  const after = [...before.filter((other) => other !== '' && other !== name), ...(isFolded ? [name] : [])];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `navigation-folded=${after.join('~')}; path=/workspace; max-age=31536000; samesite=lax`;
}

/** Makes the navigation beside the page a rail of icons, or shows it whole. */
export function RailToggle({ chosen, texts }: { chosen: string; texts: NavigationTexts }) {
  const { current, choose } = usePreference('navigation', chosen);
  const isOpen = current === 'open';
  return (
    <button
      type="button"
      className="quiet icon-button rail-toggle"
      aria-label={isOpen ? texts.collapse : texts.expand}
      aria-expanded={isOpen}
      onClick={() => choose(isOpen ? 'closed' : 'open')}
    >
      <PanelLeft size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** The navigation beside the page, whole or as a rail. */
export function SideNavigation({ chosen, ...props }: Omit<Props, 'isRail'> & { chosen: string }) {
  const { current } = usePreference('navigation', chosen);
  return <Navigation {...props} isRail={current === 'closed'} />;
}

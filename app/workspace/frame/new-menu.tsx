'use client';

import Plus from 'lucide-react/icons/plus';
import { MenuButton } from '../ui/menu-button';
import { useGo } from '../ui/navigating';
import type { Entry } from './entries';

/** What the user may add, one entry each; a single one opens at once. */
export function NewMenu({ label, entries }: { label: string; entries: Entry[] }) {
  const go = useGo();
  const [only, ...others] = entries;
  if (!only) return null;
  const icon = <Plus size={16} aria-hidden="true" />;
  if (others.length > 0)
    return <MenuButton label={label} icon={icon} entries={entries.map((entry) => ({ id: entry.href, ...entry }))} />;
  return (
    <button type="button" className="secondary" aria-label={only.label} onClick={() => go(only.href)}>
      {icon}
      {label}
    </button>
  );
}

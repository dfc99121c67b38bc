'use client';

import { usePreference } from './use-preference';

/** Hides or shows the navigation. */
export function NavigationToggle({ chosen, label }: { chosen: string; label: string }) {
  const { current, choose } = usePreference('navigation', chosen);
  const open = current === 'open';
  return (
    <form className="navigation-toggle" method="post" action="/workspace/display" onSubmit={choose}>
      <button
        type="submit"
        name="navigation"
        value={open ? 'closed' : 'open'}
        aria-expanded={open}
        aria-label={label}
        title={label}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
          <rect x="3" y="4.5" width="18" height="15" rx="2" />
          <path d="M9 4.5v15" />
        </svg>
      </button>
    </form>
  );
}

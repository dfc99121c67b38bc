'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useTransition } from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { RouterProvider } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { dropOutdated, noteShown, watchPresses } from './fetched-ahead';
import { useIsLong } from './use-is-long';

/** Asks whoever holds unsaved work (LeaveGuard) before the page is left by script; its `detail` is a `Leaving`. */
export const LEAVING = 'workspace-leaving';

/** Where the page is left for, or what else is done once the user agrees. */
export interface Leaving {
  href: string;
  act: (() => void) | undefined;
}

/**
 * Whether the page may be left for this address: what holds unsaved work asks first, and then leads there itself, or
 * calls `act`.
 */
export const mayLeave = (href: string, act?: () => void): boolean =>
  document.dispatchEvent(new CustomEvent<Leaving>(LEAVING, { cancelable: true, detail: { href, act } }));

/** Opens an address; without `scroll` the page stays where it was scrolled to. */
type Go = (href: string, options?: { scroll?: boolean }) => void;

// It holds nothing that changes with a move: each link of a page would be drawn again for it.
const Context = createContext<Go>((href) => location.assign(href));

/** Opens an address of the workspace without a reload, unless unsaved work holds the user back. */
export const useGo = () => useContext(Context);

/**
 * Moves between the pages of the workspace: one way for links, menus, keys and the palette, so that each asks about
 * unsaved work, and each shows that an answer is under way.
 */
export function NavigatingProvider({ locale, children }: { locale: string; children: ReactNode }) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const go = useCallback<Go>(
    (href, options) => {
      if (!mayLeave(href)) return;
      start(() => {
        dropOutdated(router, href);
        router.push(href, { scroll: options?.scroll ?? true });
      });
    },
    [router]
  );
  const shown = useRef('');
  const [pathname, search] = [usePathname(), useSearchParams()];
  useEffect(() => {
    shown.current = `${pathname}?${search}`;
    noteShown(search.size > 0 ? shown.current : pathname);
  }, [pathname, search]);
  useEffect(watchPresses, []);
  useEffect(() => {
    // The page that the router kept shows the state before what was done since. A link within a page is no way back.
    const refresh = () => {
      const { pathname: path, searchParams } = new URL(location.href);
      if (`${path}?${searchParams}` !== shown.current) setTimeout(() => start(() => router.refresh()));
    };
    addEventListener('popstate', refresh);
    return () => removeEventListener('popstate', refresh);
  }, [router]);
  return (
    <I18nProvider locale={locale}>
      <Context value={go}>
        <RouterProvider navigate={go}>
          <ProgressLine isPending={isPending} />
          <PortalProvider getContainer={floatingPlace}>{children}</PortalProvider>
        </RouterProvider>
      </Context>
    </I18nProvider>
  );
}

/**
 * What floats belongs to the page's content: outside of every landmark a screen reader would not find it by them. It has
 * a place of its own there, as a new neighbour would make the browser find the style of each cell of a list again.
 */
const floatingPlace = () => document.querySelector<HTMLElement>('#floating');

function ProgressLine({ isPending }: { isPending: boolean }) {
  return useIsLong(isPending) ? <div className="progress-line" aria-hidden="true" /> : null;
}

'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition
} from 'react';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { RouterProvider } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/** Asks whoever holds unsaved work (LeaveGuard) before the page is left by script; its `detail` is a `Leaving`. */
export const LEAVING = 'workspace-leaving';

/** Where the page is left for, or what else is done once the user agrees. */
export interface Leaving {
  href: string;
  act: (() => void) | undefined;
}

/** The answer takes so long that the page says so. */
const LONG_MILLIS = 300;

/**
 * Whether the page may be left for this address: what holds unsaved work asks first, and then leads there itself, or
 * calls `act`.
 */
export const mayLeave = (href: string, act?: () => void): boolean =>
  document.dispatchEvent(new CustomEvent<Leaving>(LEAVING, { cancelable: true, detail: { href, act } }));

/** Opens an address; without `scroll` the page stays where it was scrolled to. */
type Go = (href: string, options?: { scroll?: boolean }) => void;

interface Navigating {
  go: Go;
  isPending: boolean;
}

const Context = createContext<Navigating>({ go: (href) => location.assign(href), isPending: false });

/** Opens an address of the workspace without a reload, unless unsaved work holds the user back. */
export const useGo = () => useContext(Context).go;

/**
 * Moves between the pages of the workspace: one way for links, menus, keys and the palette, so that each asks about
 * unsaved work, and each shows that an answer is under way.
 */
export function NavigatingProvider({ locale, children }: { locale: string; children: ReactNode }) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const go = useCallback<Go>(
    (href, options) => {
      if (mayLeave(href)) start(() => router.push(href, { scroll: options?.scroll ?? true }));
    },
    [router]
  );
  const shown = useRef('');
  const [pathname, search] = [usePathname(), useSearchParams()];
  useEffect(() => {
    shown.current = `${pathname}?${search}`;
  }, [pathname, search]);
  useEffect(() => {
    // The page that the router kept shows the state before what was done since. A link within a page is no way back.
    const refresh = () => {
      const { pathname: path, searchParams } = new URL(location.href);
      if (`${path}?${searchParams}` !== shown.current) setTimeout(() => start(() => router.refresh()));
    };
    addEventListener('popstate', refresh);
    return () => removeEventListener('popstate', refresh);
  }, [router]);
  const value = useMemo(() => ({ go, isPending }), [go, isPending]);
  return (
    <I18nProvider locale={locale}>
      <Context value={value}>
        <RouterProvider navigate={go}>
          <ProgressLine isPending={isPending} />
          <PortalProvider getContainer={mainContent}>{children}</PortalProvider>
        </RouterProvider>
      </Context>
    </I18nProvider>
  );
}

/** What floats belongs to the page's content: outside of every landmark a screen reader would not find it by them. */
const mainContent = () => document.querySelector<HTMLElement>('#main');

function ProgressLine({ isPending }: { isPending: boolean }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isPending) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), LONG_MILLIS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isLong ? <div className="progress-line" aria-hidden="true" /> : null;
}

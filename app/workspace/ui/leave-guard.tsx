'use client';

import { useEffect, useId, useRef } from 'react';
import type { FormTexts } from './form-texts';
import { LEAVING, type Leaving } from './navigating';

/**
 * Asks before the user leaves typed text: with our dialog for links, keys, menus and the history within the workspace,
 * else with the browser's.
 */
export function LeaveGuard({ active, texts }: { active: boolean; texts: FormTexts }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef<string | null>(null);
  const act = useRef<Leaving['act']>(undefined);
  const id = useId();

  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (leaving.current === null) event.preventDefault();
    };
    const ask = (event: Event, href: string, instead?: Leaving['act']) => {
      event.preventDefault();
      act.current = instead;
      dialog.current?.showModal();
      dialog.current?.querySelector('a')?.setAttribute('href', href);
    };
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && leavesPage(event, link)) ask(event, link.href);
    };
    const leave = (event: Event) => {
      const { detail } = event as CustomEvent<Leaving>;
      // What the user agreed to isn't asked about again.
      if (leaving.current === null) ask(event, detail.href, detail.act);
    };
    // Going back within the workspace unloads nothing; browsers without the Navigation API don't ask there.
    const { navigation } = window as { navigation?: EventTarget };
    const traverse = (event: Event) => {
      const { navigationType, destination } = event as Event & { navigationType: string; destination: { url: string } };
      if (navigationType === 'traverse' && event.cancelable && leaving.current === null) ask(event, destination.url);
    };
    addEventListener('beforeunload', unload);
    // Before the link's own handler, which opens the page without a reload.
    document.addEventListener('click', click, true);
    document.addEventListener(LEAVING, leave);
    navigation?.addEventListener('navigate', traverse);
    return () => {
      removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
      document.removeEventListener(LEAVING, leave);
      navigation?.removeEventListener('navigate', traverse);
    };
  }, [active]);

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id}>
      <h2 id={id}>{texts.leaveTitle}</h2>
      <p>{texts.leaveText}</p>
      <div className="actions">
        <button type="button" className="primary" onClick={() => dialog.current?.close()}>
          {texts.stay}
        </button>
        <a
          className="button"
          href="/workspace"
          onClick={(event) => {
            leaving.current = event.currentTarget.href;
            if (!act.current) return;
            event.preventDefault();
            dialog.current?.close();
            act.current();
          }}
        >
          {texts.leave}
        </a>
      </div>
    </dialog>
  );
}

/** Whether a click on a link leaves the page: not in another tab, not within the page, not from our dialog. */
function leavesPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (!link.href || link.target === '_blank' || link.hasAttribute('download') || link.closest('dialog')) return false;
  const [there, here] = [new URL(link.href), new URL(location.href)];
  return there.pathname !== here.pathname || there.search !== here.search || there.hash === here.hash;
}

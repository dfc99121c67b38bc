'use client';

import { useEffect, useId, useRef } from 'react';
import type { FormTexts } from './form-texts';

/** Asks before the user leaves typed text: with our dialog for links of the page, else with the browser's. */
export function LeaveGuard({ active, texts }: { active: boolean; texts: FormTexts }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef<string | null>(null);
  const id = useId();

  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (leaving.current === null) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !leavesPage(event, link)) return;
      event.preventDefault();
      dialog.current?.showModal();
      dialog.current?.querySelector('a')?.setAttribute('href', link.href);
    };
    addEventListener('beforeunload', unload);
    document.addEventListener('click', click);
    return () => {
      removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click);
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

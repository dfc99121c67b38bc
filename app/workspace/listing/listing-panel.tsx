'use client';

import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Maximize2 from 'lucide-react/icons/maximize-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from '../ui/link';
import { isEditWanted } from './edit-wanted';
import { OPEN } from './listing-address';
import { useListingPlace } from './listing-place';
import { useNeighbours } from './neighbours';

/** The record of a row, for the panel beside its list. */
export interface Beside {
  title: string;
  /** A line under the title: an amount, a status. */
  detail: ReactNode;
  actions: ReactNode;
  body: ReactNode;
}

export interface PanelTexts {
  close: string;
  previous: string;
  next: string;
  page: string;
}

interface Props {
  /** The open row, and all rows of the page in order. */
  id: string;
  ids: readonly string[];
  record: Beside;
  /** The page of the record. */
  href: string | null;
  texts: PanelTexts;
}

const rowLink = (id: string) => document.querySelector<HTMLElement>(`tr[data-row="${id}"] .listing-name a`);

/**
 * The record of a row beside its list. It takes the focus when it opens, so that its title is read, and gives it back
 * to the row when it closes.
 */
export function ListingPanel({ id, ids, record: { title, detail, actions, body }, href, texts }: Props) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const last = useRef(id);
  useEffect(() => {
    last.current = id;
    const { current } = panel;
    // The notice of what was just done is read first.
    if (!current?.querySelector('.message:focus')) current?.focus({ preventScroll: true });
    current?.scrollTo({ top: 0 });
    if (isEditWanted()) current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    rowLink(id)?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) rowLink(last.current)?.focus({ preventScroll: true });
    },
    []
  );
  return (
    <section ref={panel} className="beside" aria-labelledby={titleId} tabIndex={-1}>
      <div className="beside-bar">
        <h2 id={titleId}>{title}</h2>
        <PanelButtons id={id} ids={ids} href={href} texts={texts} />
      </div>
      <div className="page-detail">{detail}</div>
      <div className="actions">{actions}</div>
      {body}
    </section>
  );
}

/** The first field of the record's form. */
export const FIRST_FIELD = 'form :is(input:not([type="hidden"]), select, textarea)';

/** The buttons that lead from the record: to its neighbours, to its page, back to the list. */
function PanelButtons({ id, ids, href, texts }: Pick<Props, 'id' | 'ids' | 'href' | 'texts'>) {
  const { go } = useListingPlace();
  const { previous, next } = useNeighbours(ids, id);
  const step = (label: string, icon: ReactNode, to: string | null | undefined, keys: string) => (
    <button
      type="button"
      className="quiet icon-button small"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={to === undefined}
      onClick={() => go({ [OPEN]: to ?? null }, true)}
    >
      {icon}
    </button>
  );
  return (
    <>
      {step(texts.previous, <ChevronUp aria-hidden="true" size={18} />, previous, 'K')}
      {step(texts.next, <ChevronDown aria-hidden="true" size={18} />, next, 'J')}
      {href && (
        <Link className="button quiet icon-button small" href={href} aria-label={texts.page} title={texts.page}>
          <Maximize2 aria-hidden="true" size={16} />
        </Link>
      )}
      {step(texts.close, <X aria-hidden="true" size={18} />, null, 'Escape')}
    </>
  );
}

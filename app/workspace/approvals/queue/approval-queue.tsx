'use client';

import './queue.css';
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isTaken } from '../../frame/shortcuts';
import { SkeletonRows } from '../../ui/skeleton';
import { QueueDetail } from './queue-detail';
import { QueueItem } from './queue-item';
import type { QueueRecord } from './queue-record';
import type { QueueTexts } from './queue-texts';
import { type QueueActions, useQueue } from './use-queue';

interface Props {
  records: readonly QueueRecord[];
  /** The number of all that wait. */
  count: number;
  actions: QueueActions;
  texts: QueueTexts;
  /** The empty state. */
  children: ReactNode;
}

/**
 * The records that wait for an approval beside the one that is looked at. `a` approves it, `r` sends it back with a
 * comment, `j` and `k` or the arrows move. On a narrow screen the record stands in place of the list.
 */
export function ApprovalQueue({ records, count, actions, texts, children }: Props) {
  const queue = useQueue(records, actions, texts);
  const { shown, current, index, focus, move } = queue;
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event) || event.repeat || !current) return;
      const steps: Record<string, () => void> = {
        a: () => void queue.approve(current),
        r: () => queue.setAsking(true),
        j: () => move(1),
        k: () => move(-1)
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  // After the page shows the new state, so that the focus finds the record.
  useEffect(() => {
    if (focus.current !== (current?.id ?? '')) return;
    focus.current = null;
    const targets = place.current?.querySelectorAll<HTMLElement>('[aria-current="true"], [data-heading], .queue-over');
    [...(targets ?? [])].find((target) => target.offsetParent !== null)?.focus();
  });

  function arrow(event: ReactKeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step);
  }

  if (!current)
    return (
      <div ref={place}>
        <div className="queue-over" tabIndex={-1}>
          {count > records.length ? <SkeletonRows label={texts.loading} rows={4} /> : children}
        </div>
      </div>
    );
  return (
    <div ref={place} className="queue" data-open={isOpen || undefined}>
      <ul className="queue-list" aria-label={texts.list} onKeyDown={arrow}>
        {shown.map((record) => (
          <QueueItem
            key={record.id}
            record={record}
            isCurrent={record === current}
            fault={queue.faults.get(record.id)}
            texts={texts}
            onOpen={() => {
              queue.look(record);
              setIsOpen(true);
            }}
            onApprove={() => void queue.approve(record)}
          />
        ))}
      </ul>
      <QueueDetail
        key={current.id}
        record={current}
        queue={queue}
        position={texts.position
          .replace('{position}', String(index + 1))
          .replace('{count}', String(Math.max(count - (records.length - shown.length), shown.length)))}
        texts={texts}
        onClose={() => {
          focus.current = current.id;
          setIsOpen(false);
        }}
      />
    </div>
  );
}

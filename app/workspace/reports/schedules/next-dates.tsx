'use client';

import { useEffect, useRef, useState } from 'react';
import type { Day } from '@/lib/core/calendar/days';
import type { Cycle } from '@/lib/kit/reports/schedules/cycle';
import { shownDates } from './shown-dates';
import { timingTyped } from './timing-typed';

interface NextDatesTexts {
  title: string;
  /** The title without dates. */
  next: string;
  none: string;
  afterBookings: string;
}

interface Props {
  /** The dates of the form as it was rendered; null: bookings decide. */
  initial: readonly string[] | null;
  /** The reporting cycles by id. */
  cycles: Readonly<Record<string, Cycle>>;
  /** The first month of the fiscal year; null: there is none. */
  fiscalStart: number | null;
  holidays: readonly Day[];
  tag: string;
  /** The instant after which they are, in ISO form. */
  after: string;
  texts: NextDatesTexts;
}

/** The next dates of the schedule in the form around it, by the rule that the worker fires by (C3.083). */
export function NextDates({ initial, cycles, fiscalStart, holidays, tag, after, texts }: Props) {
  const [dates, setDates] = useState(initial);
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const form = part.current?.closest('form');
    if (!form) return;
    const closed = new Set(holidays);
    const look = () => {
      const timing = timingTyped(new FormData(form), { cycles, fiscalStart }, closed);
      setDates(timing ? shownDates(timing, new Date(after), tag) : []);
    };
    // The fields of another frequency are there with the next frame.
    const lookSoon = () => requestAnimationFrame(look);
    form.addEventListener('input', lookSoon);
    return () => form.removeEventListener('input', lookSoon);
  }, [cycles, fiscalStart, holidays, after, tag]);
  return (
    <section ref={part} className="schedule-dates" aria-labelledby="schedule-dates">
      <h2 id="schedule-dates">{dates ? texts.title : texts.next}</h2>
      <div aria-live="polite">
        {!dates?.length ? (
          <p className="hint">{dates ? texts.none : texts.afterBookings}</p>
        ) : (
          <ol>
            {dates.map((date) => (
              <li key={date}>{date}</li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

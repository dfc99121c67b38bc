'use client';

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import { RangeCalendar } from 'react-aria-components/RangeCalendar';

const head = (
  <div className="calendar-head">
    <Button slot="previous" className="quiet icon-button small">
      <ChevronLeft />
    </Button>
    <Heading />
    <Button slot="next" className="quiet icon-button small">
      <ChevronRight />
    </Button>
  </div>
);
const grid = <CalendarGrid>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGrid>;

/** A month, of which one day is chosen. */
export function MonthCalendar() {
  return (
    <Calendar className="calendar">
      {head}
      {grid}
    </Calendar>
  );
}

/** A month, of which two days are chosen, the first and the last. */
export function RangeMonthCalendar() {
  return (
    <RangeCalendar className="calendar">
      {head}
      {grid}
    </RangeCalendar>
  );
}

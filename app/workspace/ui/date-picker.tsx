'use client';

import { parseDate } from '@internationalized/date';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { DatePicker as AriaDatePicker, DateInput, DateSegment, Group, Popover } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Label } from 'react-aria-components/Label';

interface Props {
  /** The name under which the day is sent, as in ISO 8601. */
  name: string;
  label: string;
  /** The initial day, `2026-02-28`; none if it is empty or no day. */
  value: string;
  invalid?: boolean;
  describedBy?: string | undefined;
}

/** A day, typed in the order of the reader's language or chosen in a calendar. */
export default function DatePicker({ name, label, value, invalid = false, describedBy }: Props) {
  return (
    <AriaDatePicker
      className="date-picker"
      name={name}
      defaultValue={dayOf(value)}
      isInvalid={invalid}
      validationBehavior="aria"
      shouldForceLeadingZeros
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      <Label>{label}</Label>
      <Group className="date-field">
        <DateInput className="date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="quiet icon-button small">
          <CalendarDays />
        </Button>
      </Group>
      <Popover className="pop-over">
        <Dialog className="pop-over-content">
          <Calendar className="calendar">
            <div className="calendar-head">
              <Button slot="previous" className="quiet icon-button small">
                <ChevronLeft />
              </Button>
              <Heading />
              <Button slot="next" className="quiet icon-button small">
                <ChevronRight />
              </Button>
            </div>
            <CalendarGrid>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

function dayOf(text: string) {
  try {
    return text ? parseDate(text) : null;
  } catch {
    return null;
  }
}

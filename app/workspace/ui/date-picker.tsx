'use client';

import { parseDate } from '@internationalized/date';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { DatePicker as AriaDatePicker, DateInput, DateSegment, Group, Popover } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Label } from 'react-aria-components/Label';
import { MonthCalendar } from './calendar-parts';

interface Props {
  /** The name under which the day is sent, as in ISO 8601. */
  name?: string;
  /** The id of the group of inputs, for the links of an error summary. */
  id?: string;
  label: ReactNode;
  /** The initial day, `2026-02-28`; empty: none. */
  value?: string;
  /** The first and the last day allowed. */
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  /** Called with the day, or with an empty text. */
  onChange?: (day: string) => void;
  /** Between the label and the day, such as a hint. */
  children?: ReactNode;
}

/** A day, typed in the order of the reader's language or chosen in a calendar. */
export function DatePicker({
  name,
  id,
  label,
  value,
  min,
  max,
  required,
  disabled,
  invalid,
  describedBy,
  onChange,
  children
}: Props) {
  const root = useRef<HTMLDivElement>(null);

  function change(day: string) {
    onChange?.(day);
    // The form hears of it as of any typing, once the hidden input has the day.
    setTimeout(() => root.current?.dispatchEvent(new Event('input', { bubbles: true })));
  }

  return (
    <AriaDatePicker
      ref={root}
      className="date-picker"
      {...(name !== undefined && { name })}
      {...(id !== undefined && { id })}
      defaultValue={dayOf(value)}
      minValue={dayOf(min)}
      maxValue={dayOf(max)}
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      isInvalid={invalid ?? false}
      validationBehavior="aria"
      shouldForceLeadingZeros
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      onChange={(day) => change(day?.toString() ?? '')}
    >
      <Label>{label}</Label>
      {children}
      <Group className="date-field">
        <DateInput className="date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="quiet icon-button small">
          <CalendarDays />
        </Button>
      </Group>
      <Popover className="pop-over">
        <Dialog className="pop-over-content">
          <MonthCalendar />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

/** The day of an ISO 8601 text; null if it is empty or no day. */
export function dayOf(text: string | undefined) {
  try {
    return text ? parseDate(text) : null;
  } catch {
    return null;
  }
}

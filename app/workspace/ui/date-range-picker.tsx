'use client';

import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  DateRangePicker as AriaDateRangePicker,
  DateInput,
  DateSegment,
  Group,
  Popover
} from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Label } from 'react-aria-components/Label';
import { RangeMonthCalendar } from './calendar-parts';
import { dayOf } from './date-picker';

/** Two days in ISO 8601; an empty one is open. */
export interface DayRange {
  from: string;
  to: string;
}

interface Props {
  label: ReactNode;
  /** The names under which the days are sent. */
  names?: DayRange;
  value?: DayRange;
  /** Ranges to choose with one click, such as this month. */
  presets?: readonly (DayRange & { label: string })[];
  onChange?: (range: DayRange) => void;
}

/** The first and the last day of a time, typed, chosen in a calendar, or one of the presets. */
export function DateRangePicker({ label, names, value, presets = [], onChange }: Props) {
  const [range, setRange] = useState(rangeOf(value));

  function choose(next: typeof range) {
    setRange(next);
    onChange?.({ from: next?.start.toString() ?? '', to: next?.end.toString() ?? '' });
  }

  return (
    <AriaDateRangePicker
      className="date-picker"
      value={range}
      onChange={choose}
      {...(names && { startName: names.from, endName: names.to })}
      validationBehavior="aria"
      shouldForceLeadingZeros
    >
      <Label>{label}</Label>
      <Group className="date-field">
        <DateInput slot="start" className="date-input">
          {(segment) => <DateSegment segment={segment} />}
        </DateInput>
        <span aria-hidden="true">–</span>
        <DateInput slot="end" className="date-input">
          {(segment) => <DateSegment segment={segment} />}
        </DateInput>
        <Button className="quiet icon-button small">
          <CalendarDays />
        </Button>
      </Group>
      <Popover className="pop-over">
        <Dialog className="pop-over-content date-range">
          {({ close }) => (
            <>
              {presets.length > 0 && (
                <div className="date-presets">
                  {presets.map((preset) => (
                    <button
                      key={preset.label}
                      type="button"
                      className="quiet small"
                      onClick={() => {
                        choose(rangeOf(preset));
                        close();
                      }}
                    >
                      {preset.label}
                    </button>
                  ))}
                </div>
              )}
              <RangeMonthCalendar />
            </>
          )}
        </Dialog>
      </Popover>
    </AriaDateRangePicker>
  );
}

/** The range as the library takes it; null unless both days are there. */
function rangeOf(range: DayRange | undefined) {
  const [start, end] = [dayOf(range?.from), dayOf(range?.to)];
  return start && end ? { start, end } : null;
}

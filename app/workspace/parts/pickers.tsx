'use client';

import { DatePicker } from '../ui/date-picker';
import { DateRangePicker } from '../ui/date-range-picker';
import { FileDrop } from '../ui/file-drop';
import { Example } from './example';

const PRESETS = [
  { label: 'November', from: '2026-11-01', to: '2026-11-30' },
  { label: 'Last quarter', from: '2026-07-01', to: '2026-09-30' }
];

/** Days, ranges of days, files. `id` tells the two schemes of the page apart. */
export function Pickers({ id }: { id: string }) {
  return (
    <>
      <Example name="DatePicker: empty, with a day, with a fault, disabled">
        <DatePicker label="From" />
        <DatePicker label="Posted on" name="postedOn" value="2026-02-28" min="2026-01-01" max="2026-12-31" />
        <DatePicker label="With a fault" value="2026-11-20" invalid />
        <DatePicker label="Disabled" value="2026-11-20" disabled />
      </Example>
      <Example name="DateRangePicker">
        <DateRangePicker
          label="Period"
          names={{ from: 'from', to: 'to' }}
          value={{ from: '2026-11-03', to: '2026-11-12' }}
          presets={PRESETS}
        />
      </Example>
      <Example name="FileDrop">
        <FileDrop id={`${id}-file`} name="file" aria-label="Receipt" prompt="Drop a receipt here, or choose one" />
      </Example>
    </>
  );
}

'use client';

import type { ComponentProps } from 'react';
import { FormLeaf } from '../../ui/form-leaf';
import { NextDates } from './next-dates';

interface Props extends Omit<ComponentProps<typeof FormLeaf>, 'id' | 'more'> {
  dates: ComponentProps<typeof NextDates>;
}

/** The form of a schedule, with the dates that it means below its fields. */
export function ScheduleLeaf({ dates, ...form }: Props) {
  return <FormLeaf {...form} id="schedule" more={{ fields: () => [], show: () => <NextDates {...dates} /> }} />;
}

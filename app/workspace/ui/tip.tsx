'use client';

import type { ReactElement } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

const PAUSE_MILLIS = 500;

/** A word beside what is pointed at or focused. What can't be done without it belongs on the page. */
export default function Tip({
  text,
  children
}: {
  text: string;
  children: ReactElement<Record<string, unknown>, string>;
}) {
  return (
    <TooltipTrigger delay={PAUSE_MILLIS}>
      <Focusable>{children}</Focusable>
      <Tooltip className="tip" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}

'use client';

import type { ComponentProps } from 'react';

/** A selector that sends its form as soon as something is selected. */
export const SubmittingSelect = (props: ComponentProps<'select'>) => (
  <select {...props} onChange={({ target }) => target.form?.requestSubmit()} />
);

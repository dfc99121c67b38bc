'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts run here: what needs one is shown only then. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  );

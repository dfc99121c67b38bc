'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts run: elements that need one are rendered only then. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  );

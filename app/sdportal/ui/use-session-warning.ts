'use client';

import { useEffect } from 'react';
import { codeWarningMillis, watchSession } from './session-warning';

/** Warns before an unfinished sign-in ends, near the end of its session's time. */
export function useSessionWarning(logout: string): void {
  useEffect(() => watchSession({ logout, warningMillis: codeWarningMillis() }), [logout]);
}

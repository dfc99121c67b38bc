'use client';

import { useEffect } from 'react';
import { codeWarningMillis, watchSession } from './session-warning';

/** Warns before a sign-in that stands at one of its steps ends, near the end of the time that its session has. */
export function useSessionWarning(logout: string): void {
  useEffect(() => watchSession({ logout, warningMillis: codeWarningMillis() }), [logout]);
}

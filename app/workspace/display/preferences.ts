/** What a person chooses for this browser: kept in a cookie each, the first value holds where nothing is chosen. */
export const PREFERENCES = {
  /** Light or dark. */
  scheme: { cookie: 'color-scheme', values: ['system', 'light', 'dark'] },
  /** Whether the navigation stands beside the page. */
  navigation: { cookie: 'navigation', values: ['open', 'closed'] },
  /** Keyboard shortcuts of one character, which must be possible to turn off (WCAG 2.1.4). */
  shortcuts: { cookie: 'keyboard-shortcuts', values: ['on', 'off'] }
} as const;

export type Preference = keyof typeof PREFERENCES;
export type Display = Record<Preference, string>;

/** What was chosen, by a function that reads cookies; what is no choice counts as none. */
export function readDisplay(cookie: (name: string) => string | undefined): Display {
  const chosen = Object.entries(PREFERENCES).map(([name, { cookie: cookieName, values }]) => {
    const value = cookie(cookieName);
    return [name, (values as readonly string[]).find((known) => known === value) ?? values[0]];
  });
  return Object.fromEntries(chosen) as Display;
}

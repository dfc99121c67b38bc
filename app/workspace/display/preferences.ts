/** The display preferences of this browser: one cookie each; the first value is the default. */
export const PREFERENCES = {
  /** Light or dark. */
  scheme: { cookie: 'color-scheme', values: ['system', 'light', 'dark'] },
  /** Whether the navigation is shown. */
  navigation: { cookie: 'navigation', values: ['open', 'closed'] },
  /** Single-key shortcuts, which the user must be able to turn off (WCAG 2.1.4). */
  shortcuts: { cookie: 'keyboard-shortcuts', values: ['on', 'off'] }
} as const;

export type Preference = keyof typeof PREFERENCES;
export type Display = Record<Preference, string>;

/** The chosen preferences, given a function that reads cookies; invalid values count as unset. */
export function readDisplay(cookie: (name: string) => string | undefined): Display {
  const chosen = Object.entries(PREFERENCES).map(([name, { cookie: cookieName, values }]) => {
    const value = cookie(cookieName);
    return [name, (values as readonly string[]).find((known) => known === value) ?? values[0]];
  });
  return Object.fromEntries(chosen) as Display;
}

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Formats a time for the mail catcher's pages. */
export const timeOf = (time: Date): string => `${FORMAT.format(time)} UTC`;

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A time as the pages of caught mail tell it. */
export const timeOf = (time: Date): string => `${FORMAT.format(time)} UTC`;

/** The last month of a card, MM/YY (C5.109). */
export const EXPIRY = /^(0[1-9]|1[0-2])\/\d{2}$/;

/** The month of an expiry: `06/27` is `2027-06`. */
export const monthOf = (expiry: string): string => `20${expiry.slice(3)}-${expiry.slice(0, 2)}`;

/** Whether a card is over on a day: its month has ended. */
export const isOver = (expiry: string, day: string): boolean => monthOf(expiry) < day.slice(0, 7);

/** How many days the report of a firing opens. */
export const REPORT_DAYS = 30;
/** How many days a firing is remembered, so that a charge that comes late doesn't fire its alert again. */
export const FIRING_DAYS = 400;

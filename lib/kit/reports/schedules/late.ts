/** A firing this much after its time is called late. */
const LATE_MILLIS = 15 * 60_000;

/** Whether a firing came late, because no worker ran at its time. */
export const isLate = ({ dueAt, firedAt }: { dueAt: Date; firedAt: Date }): boolean =>
  firedAt.getTime() - dueAt.getTime() > LATE_MILLIS;

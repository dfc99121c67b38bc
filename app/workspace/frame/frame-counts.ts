/** The counts that the frame shows. */
export interface FrameCounts {
  /** By the address of a screen: how many records wait there for the user. */
  waiting: Record<string, number>;
  /** The number of the user's jobs that wait or run. */
  running: number;
}

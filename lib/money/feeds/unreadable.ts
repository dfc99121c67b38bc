import type { Refusal } from '../../core/entry/refusal';

/** Thrown where a file as a whole can't be read: its refusal says why. */
export class UnreadableFile extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

import type { Refusal } from '../../core/entry/refusal';

/** Thrown if a file as a whole is unreadable; its refusal contains the reason. */
export class UnreadableFile extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

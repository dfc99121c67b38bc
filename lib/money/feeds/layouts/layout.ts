import type { z } from 'zod';
import type { layoutSchema } from '../mapping';

/** A ready-made mapping after a published document (docs/feeds.md names it). */
export interface ReadyLayout {
  /** What it is called in the list of ready-made mappings. */
  name: string;
  layout: z.input<typeof layoutSchema>;
}

import type { z } from 'zod';
import type { layoutSchema } from '../mapping';

/** A ready-made mapping based on a published document (named in docs/feeds.md). */
export interface ReadyLayout {
  /** Its name in the list of ready-made mappings. */
  name: string;
  layout: z.input<typeof layoutSchema>;
}

import type { ProgramFeature } from '@/lib/directory/programs/features';
import type { Listing } from '@/lib/kit/listing/listing';

/** A list, and where it stands. */
export interface Place {
  listing: Listing;
  /** The page that shows it. */
  path: string;
  /** The page of one of its records, where it has one. */
  record?: (row: { issuerId: string; id: string }) => string;
  /** Whether a program with these features has it; without it every program has. */
  isOffered?: (features: ReadonlySet<ProgramFeature>) => boolean;
}

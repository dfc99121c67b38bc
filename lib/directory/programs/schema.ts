import { z } from 'zod';
import { PROGRAM_FEATURES } from '../../access/policy/program-features';
import { plainText } from '../../core/entry/plain-text';
import { PROGRAM_TYPES } from './features';

/** A program option as it is entered. */
export const programOptionSchema = z.object({
  name: plainText({ max: 60 }),
  programType: z.enum(PROGRAM_TYPES),
  features: z.array(z.enum(PROGRAM_FEATURES)),
  /** Whether new companies get it. An issuer always has a default: choosing another one replaces it. */
  isDefault: z.boolean().default(false)
});
export type ProgramOptionEntry = z.output<typeof programOptionSchema>;

import { z } from 'zod';
import { FEATURES, PROGRAM_TYPES } from './features';

/** A program option as it is entered. */
export const programOptionSchema = z.object({
  name: z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(60, 'too.long')
    .refine((name) => !/[<>]|\p{Cc}/u.test(name), 'html.refused'),
  programType: z.enum(PROGRAM_TYPES, 'invalid.entry'),
  features: z.array(z.enum(FEATURES, 'invalid.entry')),
  /** Whether new companies get it. One of an issuer's always is: choose another to take it away. */
  isDefault: z.boolean().default(false)
});
export type ProgramOptionEntry = z.output<typeof programOptionSchema>;

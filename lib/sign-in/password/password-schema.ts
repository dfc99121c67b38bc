import { z } from 'zod';
import { trimPassword } from './password-rules';

/** Passwords are taken as typed, without surrounding ASCII space (P5.002, PD.4). */
export const passwordSchema = z
  .string('required')
  .max(1024, 'too.long')
  .transform(trimPassword)
  .refine((password) => password.length > 0, 'required');

import { z } from 'zod';

/** The password that protects a report in its inbox (C5.003): 8 to 20 characters, at least 2 of them digits and 2 letters, no spaces. */
export const reportPasswordSchema = z
  .string('required')
  .min(1, 'required')
  .refine(
    (password) =>
      [...password].length >= 8 &&
      [...password].length <= 20 &&
      !/\s/u.test(password) &&
      (password.match(/\d/g)?.length ?? 0) >= 2 &&
      (password.match(/\p{L}/gu)?.length ?? 0) >= 2,
    'report.password.rule'
  );

import { z } from 'zod';

/** A field of a form that may be left out: left empty, or not sent, it is null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed), schema.nullable())
    .default(null);

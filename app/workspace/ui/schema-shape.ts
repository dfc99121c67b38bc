import type { z } from 'zod';

/** The properties of an object schema by name, also behind a transformation; none of any other schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if ('shape' in schema) return schema.shape as Record<string, z.ZodType>;
  return 'in' in schema ? shapeOf(schema.in as z.ZodType) : {};
}

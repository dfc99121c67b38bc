import { z } from 'zod';

export const LEVELS = ['DEBUG', 'INFO', 'ERROR'] as const;
/** Bytes of one call, and entries in it (PD.15). */
export const MAX_BYTES = 16_384;
const MAX_ENTRIES = 50;

const attribute = z.object({
  key: z.string('required').max(100, 'too.long'),
  value: z.union([z.string().max(2000, 'too.long'), z.number(), z.boolean()], 'invalid.entry').transform(String)
});

/** An entry that a browser sends to the UI log (P3.021, P3.022). */
export const logEntriesSchema = z.object({
  logEntries: z
    .array(
      z.object({
        message: z.string('required').min(1, 'required').max(4000, 'too.long'),
        level: z.enum(LEVELS, 'invalid.entry'),
        attributes: z.array(attribute).max(50, 'too.long').default([])
      })
    )
    .min(1, 'required')
    .max(MAX_ENTRIES, 'too.long')
});

export type LogEntry = z.infer<typeof logEntriesSchema>['logEntries'][number];

/** An error statement is whatever JSON a client makes of its error; an object or a text (P7.016). */
export const errorStatementSchema = z.union([z.string().min(1, 'required'), z.looseObject({})], 'invalid.entry');

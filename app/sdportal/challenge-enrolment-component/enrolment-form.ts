import { z } from 'zod';
import { enrolmentSchema } from '@/lib/identity/challenge-rules';
import { ENROLMENT_FIELDS, entriesIn } from './enrolment-fields';

/** The body of a form that enrols challenge questions, beside other fields: each fault lies at the field's own name. */
export function enrolmentForm<Rest extends z.ZodRawShape>(rest: z.ZodObject<Rest>) {
  return z.record(z.string(), z.string()).transform((fields, context) => {
    const [others, entries] = [rest.safeParse(fields), enrolmentSchema.safeParse(entriesIn(fields))];
    for (const { path, message } of entries.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [ENROLMENT_FIELDS[path.join('.')] ?? ''], message });
    for (const { path, message } of others.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return others.success && entries.success ? { ...others.data, entries: entries.data } : z.NEVER;
  });
}

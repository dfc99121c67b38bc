import type { z } from 'zod';
import type { Refusal } from '@/lib/core/entry/refusal';
import type { TextKey } from '@/lib/core/language/text-key';
import { keyOfMessage, type Params } from '@/lib/core/language/texts';
import type { PageContext } from './page-context';

/** One fault of a posted form. `message` and `label` are message keys. */
export interface Fault {
  field?: string;
  message: TextKey;
  params?: Params;
  /** The label of the field, if the message names it. */
  label?: TextKey;
  /** Shown in the summary only: the field itself is not wrong. */
  summaryOnly?: boolean;
}

/** The outcome of a posted form; empty before the first post. */
export interface FormState {
  faults?: Fault[];
  /** Key of the summary's header; else it counts the faults (P8.023). */
  header?: TextKey;
}

/** The text of a fault (P8.024). */
export function faultText({ t }: PageContext, { message, params, label }: Fault): string {
  return t(message, { ...params, ...(label && { field: t(label) }) });
}

/** The faults of a body that its schema refuses; a missing value is named by its field's label. */
export function faultsOf(error: z.ZodError, labels: Record<string, TextKey>): Fault[] {
  const seen = new Set<string>();
  return error.issues.flatMap(({ path, message }) => {
    const field = String(path.at(-1) ?? '');
    const label = labels[field];
    if (seen.has(field) || !label) return [];
    seen.add(field);
    if (message === 'required') return [{ field, message: 'required.field', label }];
    return [{ field, message: keyOfMessage(message) }];
  });
}

/** Converts a command's refusal to a form's fault; `fields` maps its field names to the form's. */
export function faultOf({ code, field, message, params }: Refusal, fields: Record<string, string> = {}): Fault {
  const own = field && (fields[field] ?? field);
  return { ...(own && { field: own }), message: message ?? code, ...(params && { params }) };
}

'use server';

import { notFound } from 'next/navigation';
import { z } from 'zod';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocating } from '@/lib/money/transactions/allocating';
import { changeState } from '@/lib/money/transactions/change-state';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { idOf, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { nested } from '../allocation-fields';
import { MOST_ROWS, type RowOutcome } from './grid-record';
import { rowFields } from './row-fields';

const sentRow = z.object({
  id: z.uuid(),
  version: z.int().min(0),
  review: z.boolean(),
  values: z.record(z.string().max(80), z.string().max(1000))
});
type SentRow = z.infer<typeof sentRow>;

/**
 * Saves rows of undivided transactions, each independently, and reviews those that ask for it; values that a row doesn't
 * show are kept. The form has the rows as JSON, at most 25.
 */
export async function saveRows(form: FormData): Promise<RowOutcome[]> {
  const sent = z
    .array(sentRow)
    .max(MOST_ROWS)
    .safeParse(jsonOf(textOf(form, 'rows')));
  if (!sent.success) return notFound();
  const reader = await signedInPrincipal();
  const outcomes: RowOutcome[] = [];
  for (const row of sent.data) outcomes.push(await saveRow(reader, row));
  return outcomes;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Reader = Awaited<ReturnType<typeof signedInPrincipal>>;

async function saveRow(reader: Reader, { id, version, review, values }: SentRow): Promise<RowOutcome> {
  const { principal, t, origin } = reader;
  const refusedBy = ({ faults, version: current }: FormState): RowOutcome => ({
    id,
    faults,
    saved: false,
    reviewed: false,
    ...(current !== undefined && { version: current })
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const seen = await allocating(principal, idOf(id));
  if (!seen) return refusedBy(refusalState(reader, [], { code: 'not.found' }, form));
  if (seen.allocations.length > 1) return refusedBy(refusalState(reader, [], { code: 'transaction.is.divided' }, form));
  const { customerCode, customValues } = seen.transaction;
  const fields = rowFields(principal.role, t, seen);
  const schema = z.preprocess((flat) => {
    const { purpose, splits } = nested(flat as Record<string, unknown>);
    const [{ codes } = { codes: {} }] = splits as { codes?: unknown }[];
    const description = seen.allocations[0]?.description;
    return { purpose, customerCode, customValues, splits: [{ codes, description }], version };
  }, allocationSchema);
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return refusedBy(parsed.state);
  const saved = await allocate(principal, id, parsed.value, origin);
  if (!saved.ok) return refusedBy(refusalState(reader, fields, saved.refusal, form));
  const kept = { id, version: saved.value.version, saved: true };
  if (!review) return { ...kept, faults: [], reviewed: false };
  const reviewed = await changeState(principal, id, { event: 'review', version: saved.value.version }, origin);
  if (reviewed.ok) return { ...kept, version: reviewed.value, faults: [], reviewed: true };
  return { ...kept, faults: refusalState(reader, fields, reviewed.refusal, form).faults, reviewed: false };
}

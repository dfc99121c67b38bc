'use server';

import { z } from 'zod';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocating } from '@/lib/money/transactions/allocating';
import { changeState } from '@/lib/money/transactions/change-state';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { idOf, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import { parseForm, refusalState, versionOf } from '../../ui/parse-form';
import { nested } from '../allocation-fields';
import { rowFields, rowValues } from './row-fields';
import type { RowState } from './row-state';

/** Saves the row of an undivided transaction; values that the row doesn't show are kept. Reviews it too on request. */
export async function saveRow(form: FormData): Promise<RowState> {
  const reader = await signedInPrincipal();
  const { principal, t, origin } = reader;
  const id = idOf(textOf(form, 'id'));
  const seen = await allocating(principal, id);
  if (!seen) return refusalState(reader, [], { code: 'not.found' }, form);
  if (seen.allocations.length > 1) return refusalState(reader, [], { code: 'transaction.is.divided' }, form);
  const { customerCode, customValues } = seen.transaction;
  const fields = rowFields(principal.role, t, seen);
  const schema = z.preprocess((flat) => {
    const { purpose, splits } = nested(flat as Record<string, unknown>);
    const [{ codes } = { codes: {} }] = splits as { codes?: unknown }[];
    const description = seen.allocations[0]?.description;
    return { purpose, customerCode, customValues, splits: [{ codes, description }], version: versionOf(form) };
  }, allocationSchema);
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  const saved = await allocate(principal, id, parsed.value, origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  const { version } = saved.value;
  const kept = { version, before: rowValues(seen, fields, reader.locale) };
  if (textOf(form, 'then') !== 'review') return { faults: [], values: {}, ...kept };
  const reviewed = await changeState(principal, id, { event: 'review', version }, origin);
  if (!reviewed.ok) return { ...refusalState(reader, fields, reviewed.refusal, form), ...kept };
  return { faults: [], values: {}, ...kept, reviewed: true };
}

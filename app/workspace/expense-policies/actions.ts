'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { isId } from '@/lib/core/secrets/ids';
import { recordPath } from '@/lib/kit/setup/address';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { addressOf } from '@/lib/kit/setup/record-list';
import { startVersion } from '@/lib/money/expense-policies/start-version';
import { sentForm, textOf } from '../addresses';
import { refusedState } from '../set-up/record-input';
import { entityFor, recordFor, type Seen, saveChanged } from '../set-up/save-record';
import { signedInPrincipal } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm, versionOf } from '../ui/parse-form';
import { ruleFields, ruleKind } from './sentences';

const POLICY = 'expense-policy';

const ruleEntry = z.object({
  level: z.unknown().optional(),
  type: z.unknown().optional(),
  amount: z.unknown().optional(),
  days: z.unknown().optional(),
  categories: z.string().optional()
});

/** Adds a rule to a version, changes it, or removes it. */
export async function saveRule(
  seen: Seen,
  rule: { kind: string; id: string | null },
  _state: FormState,
  form: FormData
): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin, t } = reader;
  const policy = await recordFor(principal, entityFor(principal, POLICY), seen);
  const entity = entityFor(principal, 'expense-policy-rule');
  const kind = ruleKind(rule.kind) ?? notFound();
  const specs = ruleFields(t, kind, [], null);
  const changed = rule.id === null ? null : { issuerId: policy.issuerId, id: rule.id, version: versionOf(form) };
  if (changed && !isId(changed.id)) notFound();
  const back = (done: string) => recordPath(entityFor(principal, POLICY), policy, { done });
  if (changed && textOf(form, 'do') === 'remove') {
    const removed = await deleteRecord(principal, entity, changed, origin);
    if (!removed.ok) return refusedState(reader, specs, removed.refusals, form);
    redirect(back('deleted'));
  }
  const entry = parseForm(reader, specs, ruleEntry, form);
  if (!entry.ok) return entry.state;
  const categories = entry.value.categories?.split(/[\s,;]+/).filter(Boolean);
  const values = { ...entry.value, categories };
  const saved = changed
    ? await changeRecord(principal, entity, changed, values, origin)
    : await createRecord(principal, entity, { ...addressOf(policy), parentId: policy.id }, { ...values, kind }, origin);
  if (!saved.ok) return refusedState(reader, specs, saved.refusals, form);
  redirect(back(changed ? 'changed' : 'created'));
}

/** Changes the name, the first day and the instructions of a version. */
export async function changeVersion(seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const saved = await saveChanged(POLICY, seen, sentForm(form));
  if ('state' in saved) return saved.state;
  const { principal } = await signedInPrincipal();
  redirect(recordPath(entityFor(principal, POLICY), seen, { done: 'changed' }));
}

/** Starts the next version of a policy, and leads to it. */
export async function startNext(seen: Seen, _state: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const entity = entityFor(principal, POLICY);
  const record = await recordFor(principal, entity, seen);
  const started = await startVersion(principal, record, origin);
  if (!started.ok) return refusedState(reader, [], started.refusals, form);
  redirect(recordPath(entity, { issuerId: record.issuerId, id: started.value }, { done: 'created' }));
}

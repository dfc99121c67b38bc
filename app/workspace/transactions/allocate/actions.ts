'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { LISTS } from '@/lib/composition/process/lists';
import { newId } from '@/lib/core/secrets/ids';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { ownScheme } from '@/lib/money/allocation/own-schemes';
import { profilesFor } from '@/lib/money/allocation/split-profiles';
import { massAllocationSchema, massRefusal } from '@/lib/money/transactions/allocate-many';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { idOf, textOf } from '../../addresses';
import { readExtent } from '../../bulk/extent';
import { told } from '../../bulk/report';
import type { BulkState } from '../../listing/listing-bulk';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState } from '../../ui/parse-form';
import { nested } from '../allocation-fields';
import { transactionAddress } from '../transaction-address';
import { massFields } from './mass-fields';

/** Checks the values and redirects to the confirmation page. */
export async function askMass(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const { principal, t } = reader;
  const scheme = await ownScheme(principal, idOf(textOf(form, 'scheme')));
  if (!scheme) notFound();
  const profiles = await profilesFor(principal, { issuerId: scheme.issuerId, schemeId: scheme.id });
  const fields = massFields(principal.role, t, scheme.asks, profiles);
  const schema = z.preprocess((flat) => {
    const { codes, profileId } = nested(flat as Record<string, unknown>);
    return { schemeId: scheme.id, codes, profileId };
  }, massAllocationSchema);
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return parsed.state;
  const refusal = await massRefusal(principal, parsed.value);
  if (refusal) return refusalState(reader, fields, refusal, form);
  const set = JSON.stringify(parsed.value);
  const query = new URLSearchParams({ list: textOf(form, 'list'), extent: textOf(form, 'extent'), set });
  redirect(`/workspace/transactions/allocate?${query}`);
}

/** Applies the allocation: at once with a report, or as a job. */
export async function doMass(_: BulkState, form: FormData): Promise<BulkState> {
  const { principal, t, origin } = await signedInPrincipal();
  const target = { list: TRANSACTIONS.name, parameters: {}, query: textOf(form, 'list').slice(0, 8_000) };
  const extent = readExtent(textOf(form, 'extent'));
  const asked = await askBulk(
    LISTS,
    principal,
    target,
    { action: 'allocate', extent, parameters: readSet(textOf(form, 'set')) },
    origin
  );
  if (!asked.ok) return { faults: [{ message: t(asked.refusal.code, asked.refusal.params) }] };
  if ('job' in asked.value) redirect(`/workspace/bulk/${asked.value.job}`);
  return { faults: [], report: { ...told(t, asked.value, ({ id }) => transactionAddress(id)), id: newId() } };
}

/** The values as an address encodes them; the bulk action's schema parses it. */
function readSet(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { Result } from '@/lib/core/entry/refusal';
import { destinationsOf } from '@/lib/money/allowances/allowance-days';
import { allowanceRates } from '@/lib/money/allowances/rates';
import { reportTrip } from '@/lib/money/business-trips/report-trip';
import { addDrive, removeDrive, saveDays } from '@/lib/money/business-trips/save-contents';
import { createTrip, deleteTrip, editTrip } from '@/lib/money/business-trips/save-trip';
import { businessTripSchema, tripDaysSchema } from '@/lib/money/business-trips/schema';
import { seenTrip } from '@/lib/money/business-trips/trips';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { formId } from '../addresses';
import { tripFields, tripOffer } from '../expense-reports/trip-fields';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import type { FormState } from '../ui/form-state';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { dayFields, daysIn, headFields, headOffer } from './fields';
import { TRIPS_PAGE } from './trip-page';

/** Enters a trip, and opens it. */
export async function create(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const fields = headFields(reader.t, await headOffer(reader.principal));
  const parsed = parseForm(reader, fields, businessTripSchema, form);
  if (!parsed.ok) return parsed.state;
  const made = await createTrip(reader.principal, parsed.value, reader.origin);
  return after(made, form, fields, (id) => `${TRIPS_PAGE}/${id}?done=created`);
}

/** Changes the head of a trip. */
export async function edit(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const fields = headFields(reader.t, null);
  const parsed = parseForm(reader, fields, businessTripSchema, form);
  if (!parsed.ok) return parsed.state;
  const entry = { ...parsed.value, version: versionOf(form) };
  const saved = await editTrip(reader.principal, id, entry, reader.origin);
  return after(saved, form, fields, () => `${TRIPS_PAGE}/${id}?done=saved`);
}

/** Says where the days of a trip have an allowance for. */
export async function putDays(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const trip = await seenTrip(reader.principal, id);
  if (!trip) return refusalState(reader, [], { code: 'not.found' }, form);
  const fields = dayFields(reader, trip, destinationsOf(await allowanceRates(trip)));
  const parsed = tripDaysSchema.safeParse({ days: daysIn(trip, form) });
  if (!parsed.success) return refusalState(reader, fields, { code: 'invalid.entry' }, form);
  const saved = await saveDays(reader.principal, id, { ...parsed.data, version: versionOf(form) }, reader.origin);
  return after(saved, form, fields, () => `${TRIPS_PAGE}/${id}?done=saved`);
}

/** Adds what was driven on a trip. */
export async function putDrive(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const id = formId(form);
  const trip = await seenTrip(reader.principal, id);
  if (!trip) return refusalState(reader, [], { code: 'not.found' }, form);
  const offer = await tripOffer(trip);
  const fields = tripFields(reader, { ...offer, types: offer.types.slice(0, 1) });
  const parsed = parseForm(reader, fields, tripSchema, form);
  if (!parsed.ok) return parsed.state;
  const added = await addDrive(reader.principal, id, parsed.value, reader.origin);
  return after(added, form, fields, () => `${TRIPS_PAGE}/${id}?done=saved`);
}

/** Takes a drive off a trip. */
export async function dropDrive(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const id = formId(form);
  const removed = await removeDrive(principal, { id, driveId: formId(form, 'drive') }, origin);
  return after(removed, form, [], () => `${TRIPS_PAGE}/${id}?done=saved`);
}

/** Makes the expense report of a trip, and opens it. */
export async function makeReport(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  const made = await reportTrip(principal, formId(form), versionOf(form), origin);
  return after(made, form, [], (report) => `/workspace/expense-reports/${report}?done=trip`);
}

/** Deletes a trip. */
export async function remove(_: FormState, form: FormData): Promise<FormState> {
  const { principal, origin } = await signedInPrincipal();
  return after(await deleteTrip(principal, formId(form), origin), form, [], () => `${TRIPS_PAGE}?done=deleted`);
}

/** Leads to the page with the outcome; a refusal returns to the form. */
async function after<Value>(
  result: Result<Value>,
  form: FormData,
  fields: readonly FieldSpec[],
  to: (value: Value) => string
): Promise<FormState> {
  if (!result.ok) return refusalState(await signedInPrincipal(), fields, result.refusal, form);
  revalidatePath('/workspace', 'layout');
  redirect(to(result.value));
}

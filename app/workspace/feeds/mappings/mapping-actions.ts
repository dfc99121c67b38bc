'use server';

import { redirect } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { changeMapping, createMapping, deleteMapping, seenMapping } from '@/lib/money/feeds/mappings';
import { type FeedPreview, previewFeed } from '@/lib/money/feeds/preview';
import { formId, sentForm, textOf } from '../../addresses';
import { signedInPrincipal } from '../../signed-in';
import type { FormState } from '../../ui/form-state';
import { parseForm, refusalState, typedIn, versionOf } from '../../ui/parse-form';
import { layoutFormSchema, mappingFormSchema } from './mapping-entry';
import { mappingFields, sampleFields } from './mapping-fields';
import type { MappingState } from './mapping-form-leaf';
import { previewRow } from './preview-row';
import type { SampleRead } from './preview-rows';
import { typeLineFields } from './type-fields';
import { readTypeStep, steppedTypes, type TypeStep, typeLinesIn, typeValues } from './type-lines';

/** The number of bytes or characters read from a sample. */
const MOST_SAMPLED = 200_000;

type Reader = Awaited<ReturnType<typeof signedInPrincipal>>;

/** Saves a new or existing mapping, runs a step of its form, or previews a sample. */
export async function saveMapping(_: MappingState, form: FormData): Promise<MappingState> {
  const reader = await signedInPrincipal();
  const { principal, origin } = reader;
  const then = textOf(form, 'then');
  const step = readTypeStep(then);
  if (step) return steppedForm(reader, step, form);
  if (then === 'preview') return previewForm(reader, form);
  const fields = fieldsOf(reader, form);
  const parsed = parseForm(reader, fields, mappingFormSchema, form);
  if (!parsed.ok) return parsed.state;
  const id = textOf(form, 'id') ? formId(form) : null;
  const saved = id
    ? await changeMapping(principal, id, { ...parsed.value, version: versionOf(form) }, origin)
    : await createMapping(principal, parsed.value, origin);
  if (!saved.ok) return refusalState(reader, fields, saved.refusal, form);
  redirect(`/workspace/feeds/mappings/${id ?? saved.value}?done=saved`);
}

/** All values of the form. */
const fieldsOf = ({ t }: Reader, form: FormData) => [
  ...mappingFields(t),
  ...typeLinesIn(Object.fromEntries(form)).lines.flatMap(({ key }) => typeLineFields(t, key)),
  ...sampleFields(t)
];

/** The form after a step, for browsers without script. */
function steppedForm(reader: Reader, step: TypeStep, form: FormData): MappingState {
  const typed = typedIn(fieldsOf(reader, form), form);
  const { lines } = steppedTypes(typeLinesIn(typed), step);
  const others = Object.entries(typed).filter(([name]) => !name.startsWith('types.'));
  return { faults: [], unsaved: true, values: { ...Object.fromEntries(others), ...typeValues(lines) } };
}

/** Previews the form's sample by the form's mapping; stores neither. */
async function previewForm(reader: Reader, form: FormData): Promise<MappingState> {
  const fields = fieldsOf(reader, form);
  if (!may(reader.principal, 'feeds', 'modify'))
    return refusalState(reader, fields, { code: 'user.not.authorized' }, form);
  const parsed = parseForm(reader, fields, layoutFormSchema, form);
  if (!parsed.ok) return parsed.state;
  const file = sentForm(form).get('sampleFile');
  const sample =
    file instanceof File && file.size > 0
      ? new Uint8Array(await file.slice(0, MOST_SAMPLED).arrayBuffer())
      : textOf(form, 'sample').slice(0, MOST_SAMPLED);
  if (sample.length === 0) return refusalState(reader, fields, { code: 'feed.sample.missing', field: 'sample' }, form);
  const preview = readAs(await previewFeed(parsed.value, sample, sample.length === MOST_SAMPLED), reader);
  return { faults: [], unsaved: true, values: typedIn(fields, form), preview };
}

/** Previews a sample by a saved mapping; doesn't store it. */
export async function preview(_: SampleRead, form: FormData): Promise<SampleRead> {
  const reader = await signedInPrincipal();
  const mapping = await seenMapping(reader.principal, formId(form));
  if (!mapping) return { problem: reader.t('not.found'), note: null, rows: null };
  const sample = textOf(form, 'sample').slice(0, MOST_SAMPLED);
  return readAs(await previewFeed(mapping.layout, sample, sample.length === MOST_SAMPLED), reader);
}

function readAs({ rows, refusal, checked }: FeedPreview, { t, format }: Reader): SampleRead {
  const mismatch = checked?.mismatch.map(({ what, trailer, read }) => t(`feed.mismatch.${what}`, { trailer, read }));
  return {
    problem: refusal ? t(refusal.code, refusal.params) : mismatch?.length ? mismatch.join(' ') : null,
    note: !refusal && !checked ? t('feed.mapping.preview.cut') : null,
    rows: rows.map((row) => previewRow(row, t, format))
  };
}

/** Deletes a mapping. */
export async function removeMapping(_: FormState, form: FormData): Promise<FormState> {
  const reader = await signedInPrincipal();
  const removed = await deleteMapping(reader.principal, formId(form), reader.origin);
  if (!removed.ok) return refusalState(reader, [], removed.refusal, form);
  redirect('/workspace/feeds/mappings?done=deleted');
}

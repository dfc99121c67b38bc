'use server';

import { redirect } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { fieldFaults } from '@/lib/core/entry/field-faults';
import { newId } from '@/lib/core/secrets/ids';
import { FEED_FIELDS, type FeedField, layoutSchema, mappingSchema } from '@/lib/money/feeds/mapping';
import { createMapping } from '@/lib/money/feeds/mappings';
import { maskedText } from '@/lib/money/feeds/rejects';
import { layoutOf } from '@/lib/money/feeds/sample/layout-of';
import { type OpenedSample, openSample } from '@/lib/money/feeds/sample/open-sample';
import { type Matches, matchedColumns, notationOf } from '@/lib/money/feeds/sample/propose';
import { UnreadableFile } from '@/lib/money/feeds/unreadable';
import { sentForm, textOf } from '../../../addresses';
import { signedInPrincipal } from '../../../signed-in';
import { parseForm, refusalState, typedIn } from '../../../ui/parse-form';
import { saidSchema } from '../mapping-entry';
import { mappingFields } from '../mapping-fields';
import { columnName } from './column-name';
import { readRows } from './read-rows';
import { saidFields, startField } from './sample-fields';
import type { SampleState, ShownColumn } from './sample-state';

/** The number of bytes that are read of a sample, and of its values that are shown. */
const MOST_SAMPLED = 200_000;
const MOST_VALUES = 3;
const LONGEST_VALUE = 60;

type Reader = Awaited<ReturnType<typeof signedInPrincipal>>;

/** Proposes a mapping for a new sample, shows its rows by what was chosen, or saves that. The sample isn't stored. */
export async function mapSample(before: SampleState, form: FormData): Promise<SampleState> {
  const reader = await signedInPrincipal();
  const fields = [startField(reader.t), ...saidFields(reader.t)];
  if (!may(reader.principal, 'feeds', 'modify'))
    return refusalState(reader, fields, { code: 'user.not.authorized' }, form);
  const file = sentForm(form).get('sampleFile');
  if (!(file instanceof File) || file.size === 0)
    return refusalState(reader, fields, { code: 'required.field', field: 'sampleFile' }, form);
  const bytes = new Uint8Array(await file.slice(0, MOST_SAMPLED).arrayBuffer());
  const cut = bytes.length === MOST_SAMPLED;
  try {
    const sample = await openSample(bytes, cut);
    if (textOf(form, 'then') === 'read') return await proposal(reader, sample, bytes, cut, file.name);
    return await chosen(reader, before, sample, bytes, cut, form);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refusalState(reader, fields, { ...error.refusal, field: 'sampleFile' }, form);
  }
}

/** What a new sample looks like, and the first rows by it. */
async function proposal(reader: Reader, sample: OpenedSample, bytes: Uint8Array, cut: boolean, name: string) {
  const matches = matchedColumns(sample.columns);
  const said = { ...notationOf(sample.columns, matches), currency: null };
  const layout = layoutSchema.safeParse(layoutOf(sample, matches, said));
  return {
    faults: [],
    sample: newId(),
    ...shownBy(reader, sample, matches),
    values: {
      // A name that is too long, or has a card's number in it, is refused when it is saved.
      name: maskedText(name.replace(/\.\w{1,5}$/, '')).slice(0, 60),
      account: said.account,
      dateFormat: said.dateFormat,
      decimalMark: said.decimalMark === ',' ? 'comma' : 'point',
      negative: said.negative,
      currency: ''
    },
    read: layout.success ? await readRows(layout.data, bytes, cut, reader) : missingIn(reader, layout.error)
  } satisfies SampleState;
}

/** The rows by what was chosen, or the mapping that is saved by it. */
async function chosen(
  reader: Reader,
  before: SampleState,
  sample: OpenedSample,
  bytes: Uint8Array,
  cut: boolean,
  form: FormData
): Promise<SampleState> {
  const { t, principal, origin } = reader;
  const fields = saidFields(t);
  const matches = matchesIn(sample, form);
  const state: SampleState = {
    faults: [],
    values: typedIn(fields, form),
    ...(before.sample && { sample: before.sample }),
    ...shownBy(reader, sample, matches)
  };
  const parsed = parseForm(reader, fields, saidSchema, form);
  if (!parsed.ok) return { ...state, faults: parsed.state.faults };
  const { name = '', ...said } = parsed.value;
  const layout = layoutOf(sample, matches, said);
  const read = layoutSchema.safeParse(layout);
  state.read = read.success ? await readRows(read.data, bytes, cut, reader) : missingIn(reader, read.error);
  if (textOf(form, 'then') !== 'save') return state;
  const entry = mappingSchema.safeParse({ name, layout, active: true }, { reportInput: true });
  if (!entry.success) return { ...state, faults: faultsOf(reader, entry.error) };
  const saved = await createMapping(principal, entry.data, origin);
  if (!saved.ok) return { ...state, faults: refusalState(reader, fields, saved.refusal, form).faults };
  redirect(`/workspace/feeds/mappings/${saved.value}?done=saved`);
}

/** The fields that were chosen for the columns of a sample. */
function matchesIn({ columns }: OpenedSample, form: FormData): Matches {
  const known = new Set<string>(FEED_FIELDS);
  return new Map(
    columns.flatMap(({ number }): [number, FeedField][] => {
      const field = textOf(form, columnName(number));
      return known.has(field) ? [[number, field as FeedField]] : [];
    })
  );
}

/** The columns of a sample, without whole numbers of cards. */
function shownBy({ t }: Reader, { columns }: OpenedSample, matches: Matches) {
  const shown = columns.map(
    ({ number, heading, values }): ShownColumn => ({
      number,
      name: maskedText(heading ?? '').slice(0, LONGEST_VALUE) || t('feed.mapping.sample.number', { number }),
      values: [...new Set(values)].slice(0, MOST_VALUES).map((value) => maskedText(value).slice(0, LONGEST_VALUE)),
      field: matches.get(number) ?? ''
    })
  );
  return {
    columns: shown,
    matched: t('feed.mapping.sample.matched', { matched: matches.size, total: columns.length })
  };
}

type Invalid = Parameters<typeof fieldFaults>[0];

/** What a layout lacks, as the faults of a form. */
function faultsOf({ t }: Reader, error: Invalid): SampleState['faults'] {
  const inForm = new Set(saidFields(t).map(({ name }) => name));
  const labelled = mappingFields(t);
  return fieldFaults(error, (path) => String(path.at(-1) ?? '')).map(({ field, code, params }) => {
    const label = labelled.find(({ name }) => name === field || name === `field.${field}`)?.label ?? field;
    const message = t(code, { field: label, ...params });
    return inForm.has(field)
      ? { field, message }
      : { message: message.includes(label) ? message : `${label}: ${message}` };
  });
}

/** The same in place of the rows, while the columns are being chosen. */
const missingIn = (reader: Reader, error: Invalid) => ({
  problem: faultsOf(reader, error)
    .map(({ message }) => message)
    .join(' '),
  headings: [],
  rows: []
});

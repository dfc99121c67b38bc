'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { Refusal } from '@/lib/core/entry/refusal';
import { newId } from '@/lib/core/secrets/ids';
import { createSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { findSplitProfile, splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { FEWEST_SPLITS, SPLIT_COUNT } from '@/lib/money/allocation/splits';
import { allocate } from '@/lib/money/transactions/allocate';
import { type AllocatingView, allocating } from '@/lib/money/transactions/allocating';
import { changeState } from '@/lib/money/transactions/change-state';
import { nextOpen } from '@/lib/money/transactions/next-open';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { isEditRefusal } from '@/lib/money/transactions/states';
import { idOf, textOf } from '../addresses';
import { signedInPrincipal } from '../signed-in';
import type { FieldSpec } from '../ui/field-spec';
import { parseForm, refusalState, versionOf } from '../ui/parse-form';
import { codedValues, nested, typedIn } from './allocation-fields';
import { editorOf, openSuggestions, sentFields } from './editor-fields';
import type { EditorState } from './splits/editor-state';
import { codesIn, keptSplits, lineOf, postedSplits, typedHead } from './splits/posted';
import { readStep, type Splitting, splittingOf, stepped, totalsOf } from './splits/splitting';
import { addressAfter, listOf } from './transaction-address';

type Reader = Awaited<ReturnType<typeof signedInPrincipal>>;

/** Runs the pressed button of a transaction's form: a step of its splits, a profile action, or saving. */
export async function save(_: EditorState, form: FormData): Promise<EditorState> {
  const reader = await signedInPrincipal();
  const { principal, t, locale } = reader;
  const id = idOf(textOf(form, 'id'));
  const seen = await allocating(principal, id);
  if (!seen) return refusalState(reader, [], { code: 'not.found' }, form);
  const editor = editorOf(principal.role, t, seen);
  const splitting = withClosed(seen, editor.coded, postedSplits(form, { ...editor, locale }));
  const sent: EditorState = {
    faults: [],
    values: typedHead(form, editor.head),
    version: versionOf(form),
    splits: keptSplits(splitting)
  };
  const then = textOf(form, 'then');
  const step = readStep(then);
  if (step) return { ...sent, splits: keptSplits(stepped(splitting, step)), stepped: newId() };
  if (then === 'suggest') return { ...sent, splits: await withSuggestions(seen, editor, splitting), stepped: newId() };
  if (then === 'profile') return { ...sent, ...(await withProfile(reader, seen, splitting, form)) };
  if (then === 'keep') return { ...sent, ...(await keepProfile(reader, seen, splitting, form)) };
  return { ...sent, ...(await keep(reader, seen, { editor, splitting, then }, form)) };
}

/** Codes of higher roles aren't sent: they are shown as stored. */
function withClosed(seen: AllocatingView, coded: readonly FieldSpec[], splitting: Splitting): Splitting {
  const closed = coded.filter(({ kind }) => kind === 'read-only').map(({ name }) => name);
  const lines = splitting.lines.map((line, index) => {
    const kept = codedValues(seen.allocations[index] ?? seen.allocations[0] ?? { codes: seen.defaults });
    return { ...line, held: { ...line.held, ...Object.fromEntries(closed.map((name) => [name, kept[name] ?? ''])) } };
  });
  return { ...splitting, lines };
}

/** Saves the form, reviews the transaction if that button was pressed, and redirects accordingly. */
async function keep(
  reader: Reader,
  seen: AllocatingView,
  { editor, splitting, then }: { editor: ReturnType<typeof editorOf>; splitting: Splitting; then: string },
  form: FormData
): Promise<Partial<EditorState>> {
  const { principal, origin, t } = reader;
  const { id } = seen.transaction;
  const fields = sentFields(t, editor, splitting);
  const schema = z.preprocess(
    (flat) => ({ ...nested(flat as Record<string, unknown>), by: splitting.by, version: versionOf(form) }),
    allocationSchema
  );
  const parsed = parseForm(reader, fields, schema, form);
  if (!parsed.ok) return { faults: parsed.state.faults };
  const saved = await allocate(principal, id, parsed.value, origin);
  const refusalTo = (refusal: Refusal) => refusalState(reader, fields, refusal, form);
  if (!saved.ok) {
    // Without script the page is rendered again, and a now locked transaction has no form to show the reason.
    const isLocked = isEditRefusal(saved.refusal.code);
    if (isLocked && !(await headers()).has('next-action')) redirect(await addressAfter(id, { done: 'changed' }));
    const { faults, version } = refusalTo(saved.refusal);
    return { faults, ...(version !== undefined && { version }) };
  }
  const { version } = saved.value;
  const reviews = then === 'review' || then === 'review-next';
  const reviewed = reviews ? await changeState(principal, id, { event: 'review', version }, origin) : null;
  revalidatePath('/workspace/transactions', 'layout');
  const list = listOf(textOf(form, 'list'));
  // The typed values are saved anyway: the current page says so and explains the missing review.
  if (reviewed && !reviewed.ok) redirect(await addressAfter(id, { list, done: 'unreviewed' }));
  const done = reviews ? 'review' : 'saved';
  if (then !== 'next' && then !== 'review-next') redirect(await addressAfter(id, { list, done }));
  const next = await nextOpen(principal, id, list);
  redirect(await addressAfter(next ?? id, { list, done: `${done}-${next ? 'next' : 'last'}` }));
}

/** Fills suggestions into empty fields. */
async function withSuggestions(
  seen: AllocatingView,
  { coded }: ReturnType<typeof editorOf>,
  splitting: Splitting
): Promise<EditorState['splits']> {
  const codes = Object.fromEntries((await openSuggestions(seen, coded)).map(({ codeId, value }) => [codeId, value]));
  const lines = splitting.lines.map((line) => {
    const open = Object.entries(typedIn(coded, splitting.locale, codedValues({ codes }))).filter(([name]) => {
      const field = name.replace(/\.typed$/, '');
      return !line.held[field] && !line.held[`${field}.typed`];
    });
    return { ...line, held: { ...line.held, ...Object.fromEntries(open) } };
  });
  return keptSplits({ ...splitting, lines });
}

/** Divides by a profile; values it doesn't set stay as typed. Saves nothing yet. */
async function withProfile(
  reader: Reader,
  seen: AllocatingView,
  typed: Splitting,
  form: FormData
): Promise<Partial<EditorState>> {
  const { principal, locale } = reader;
  const profile = await findSplitProfile(principal, idOf(textOf(form, 'profile')));
  if (!profile || profile.schemeId !== seen.scheme?.id)
    return { faults: refusalState(reader, [], { code: 'split.profile.not.for' }, form).faults };
  const { coded } = editorOf(principal.role, reader.t, seen);
  const lines = profile.lines.map((line, index) => {
    const shown = lineOf(line, { locale, coded });
    return { ...shown, held: { ...(typed.lines[index] ?? typed.lines[0])?.held, ...shown.held } };
  });
  const splitting = withClosed(seen, coded, splittingOf({ whole: null, locale, by: 'percent' }, lines));
  return { splits: keptSplits(splitting), stepped: newId() };
}

/** Saves the current splits as a profile. */
async function keepProfile(
  reader: Reader,
  seen: AllocatingView,
  splitting: Splitting,
  form: FormData
): Promise<Partial<EditorState>> {
  const { principal, origin, t } = reader;
  const { percents } = totalsOf(splitting);
  const { coded } = editorOf(principal.role, t, seen);
  const name = textOf(form, 'profileName');
  const fields = [{ name: 'name', label: t('split.profile.name'), kind: 'text' as const }];
  const entry = splitProfileSchema.safeParse({
    name,
    splits: splitting.lines.map(({ held }, index) => ({
      percent: percents[index]?.toFixed() ?? '',
      description: held.description ?? null,
      codes: codesIn({ held }, { locale: splitting.locale, coded })
    }))
  });
  const faults = (why: Refusal) => ({ faults: refusalState(reader, fields, why, form).faults });
  if (splitting.lines.length < FEWEST_SPLITS) return faults({ code: 'split.count', params: SPLIT_COUNT });
  if (!entry.success || !seen.scheme) return faults({ code: 'split.profile.name.needed' });
  const kept = await createSplitProfile(principal, { ...entry.data, schemeId: seen.scheme.id }, origin);
  return kept.ok ? { told: t('split.profile.kept', { name: name.trim() }) } : faults(kept.refusal);
}

'use client';

import {
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useMemo,
  useRef,
  useState
} from 'react';
import { MOST_SPLITS } from '@/lib/money/allocation/splits';
import { ErrorSummary } from '../../ui/error-summary';
import { Field } from '../../ui/field';
import { type FieldSpec, type FieldValues, fieldId } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { guarded } from '../../ui/guarded-action';
import { LeaveGuard } from '../../ui/leave-guard';
import { pressShortcut } from './editor-keys';
import type { EditorState, EditorTexts } from './editor-state';
import { EditorTools } from './editor-tools';
import { placed, placedName } from './placed';
import { SplitLine } from './split-line';
import { SplitTotals, sharesIn } from './split-totals';
import { type Line, readStep, type Splitting, type Step, splittingOf, stepped, totalsOf } from './splitting';

export interface EditorButton {
  value: string;
  label: string;
  keys?: string;
}

interface Props {
  id: string;
  action: (state: EditorState, form: FormData) => Promise<EditorState>;
  /** What is said of the whole; above the splits. */
  head: FieldSpec[];
  values: FieldValues;
  /** The accounting codes and the description of each split. */
  coded: FieldSpec[];
  given: Pick<Splitting, 'whole' | 'locale' | 'by'> & { lines: readonly Omit<Line, 'key'>[] };
  currency: string | null;
  /** Of how many splits there are at least. */
  least: 1 | 2;
  hidden: Record<string, string | number>;
  version?: number;
  /** What sends the form; the first is what Enter does. */
  buttons: EditorButton[];
  texts: EditorTexts;
  formTexts: FormTexts;
  /** Between the whole and its splits: suggestions, profiles. */
  children?: ReactNode;
}

const UNSENT: EditorState = { faults: [], values: {} };

/**
 * A cost and its splits: they are added, removed, divided evenly and switched between amounts and percentages, while what
 * is left stays in sight. Every step is a button that the form can send, so that it works without script.
 */
export function SplitEditor({ id, action, head, values, coded, given, currency, least, ...rest }: Props) {
  const { hidden, version, buttons, texts, formTexts, children } = rest;
  const [scripted, setScripted] = useState(false);
  const safe = useMemo(() => guarded(action, formTexts), [action, formTexts]);
  const [state, submit, pending] = useActionState(scripted ? safe : action, UNSENT);
  const [splitting, setSplitting] = useState(() => splittingFrom(given, state));
  const [dirty, setDirty] = useState(false);
  // What was wrong is told by place: it is over once places change.
  const [settled, setSettled] = useState<EditorState | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const filled = useRef(false);

  useEffect(() => {
    setScripted(true);
    const press = (event: KeyboardEvent) => pressShortcut(event, form.current);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (!state.stepped) return;
    setSplitting((before) => later(before, splittingFrom(given, state)));
    setDirty(true);
    filled.current = true;
  }, [state, given]);
  // What was filled in is to be looked at, once it is there.
  useEffect(() => {
    if (filled.current && splitting) firstControl(form.current)?.focus();
    filled.current = false;
  }, [splitting]);
  const { removed, lines, by } = splitting;
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  /** What the fields of a split hold by now. */
  function heldAt(index: number): Line['held'] {
    const names = coded.flatMap(({ name }) => [name, `${name}.typed`]);
    return Object.fromEntries(
      names.flatMap((name) => {
        const control = form.current?.elements.namedItem(placedName(index, name));
        return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
          ? [[name, control.value]]
          : [];
      })
    );
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const step = submitter instanceof HTMLButtonElement ? readStep(submitter.value) : null;
    if (step) {
      setSplitting(stepped(splitting, step.do === 'remove' ? { ...step, held: heldAt(step.index) } : step));
      setDirty(true);
      if (step.do !== 'by') setSettled(state);
      const share = shareAfter(step, splitting);
      if (share !== null) setTimeout(() => focusShare(form.current, share, by));
      return;
    }
    // What is saved leads to a page that begins anew; any other answer leaves what was typed to be saved.
    const sent = new FormData(event.currentTarget, submitter);
    setSettled(null);
    startTransition(() => submit(sent));
  }

  const faults = state === settled ? [] : state.faults;
  const shown = { ...state, faults };
  const faultOf = (name: string) => faults.find(({ field }) => field === name)?.message;
  const divided = lines.length > 1 || least > 1;
  const totals = totalsOf(splitting);
  const say = sharesIn(splitting, currency);
  const comesTo = (index: number) => {
    const [amount, percent, tax] = [totals.amounts[index], totals.percents[index], totals.taxes?.[index]];
    if (!splitting.whole || !amount || !percent) return null;
    if (by === 'amount') return texts.comesTo.replace('{amount}', say.percent(percent.toDecimalPlaces(2)));
    const text = texts.comesTo.replace('{amount}', say.money(amount));
    return tax ? `${text}, ${texts.withTax.replace('{amount}', say.money(tax))}` : text;
  };
  const fields: FieldSpec[] = [
    ...head,
    ...lines.flatMap((_, index) => [
      ...(['amount', 'percent', 'taxAmount'] as const).map(
        (name): FieldSpec => ({ name: placedName(index, name), label: name, kind: 'decimal' })
      ),
      ...coded.map((field) => placed(field, index))
    ]),
    { name: 'splits', label: '', kind: 'read-only' }
  ];
  return (
    <form
      ref={form}
      className="record-form split-form"
      data-scripted={scripted || undefined}
      action={submit}
      onSubmit={send}
      onInput={() => setDirty(true)}
      noValidate
    >
      {/* What Enter does, whatever buttons come before. */}
      <button
        type="submit"
        name="then"
        value={buttons[0]?.value}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <ErrorSummary formId={id} state={shown} fields={fields} texts={formTexts} />
      {state.told && (
        <p className="message message-success" role="status">
          {state.told}
        </p>
      )}
      {Object.entries({ ...hidden, by, parts: lines.length, even: String(splitting.even) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {version !== undefined && <input type="hidden" name="version" value={state.version ?? version} />}
      <div className="form-group">
        {head.map((field) => (
          <Field
            key={field.name}
            formId={id}
            field={field}
            value={state.values[field.name] ?? values[field.name]}
            typed={String(state.values[`${field.name}.typed`] ?? field.valueLabel ?? '')}
            fault={faultOf(field.name)}
            texts={formTexts}
            shown={true}
          />
        ))}
      </div>
      {children}
      {lines.map((line, index) => (
        <SplitLine
          key={line.key}
          formId={id}
          line={line}
          index={index}
          divided={divided}
          removable={lines.length > least}
          by={by}
          comesTo={comesTo(index)}
          currency={currency}
          taxed={splitting.whole !== null && splitting.whole.taxAmount !== null}
          fields={coded}
          faultOf={faultOf}
          onType={(name, text) => setSplitting(stepped(splitting, { do: 'type', index, name, text }))}
          texts={texts}
          formTexts={formTexts}
        />
      ))}
      {removed && (
        <p className="split-removed" role="status">
          <span>{texts.removed.replace('{number}', String(removed.index + 1))}</span>
          <button ref={undo} type="submit" name="then" value="undo" className="link">
            {texts.undo}
          </button>
        </p>
      )}
      <EditorTools
        by={by}
        divided={divided}
        switchable={splitting.whole !== null}
        full={lines.length >= MOST_SPLITS}
        left={!totals.left.isZero()}
        texts={texts}
      />
      {divided && (
        <SplitTotals id={fieldId(id, { name: 'splits' })} splitting={splitting} currency={currency} texts={texts} />
      )}
      <div className="form-actions">
        {buttons.map(({ value, label, keys }, index) => (
          <button
            key={value}
            type="submit"
            name="then"
            value={value}
            className={index === 0 ? 'primary' : undefined}
            aria-keyshortcuts={keys}
            aria-disabled={pending || undefined}
          >
            {pending && index === 0 ? formTexts.sending : label}
          </button>
        ))}
      </div>
      <LeaveGuard active={(dirty || faults.length > 0) && !pending} texts={formTexts} />
    </form>
  );
}

/** The splits of an answer that was posted without script, else those that the page came with. */
function splittingFrom(given: Props['given'], { splits }: EditorState): Splitting {
  if (!splits) return splittingOf(given, given.lines);
  return { ...splittingOf({ ...given, by: splits.by }, splits.lines), even: splits.even };
}

/** Under keys of their own, so that every field begins anew. */
function later(before: Splitting, next: Splitting): Splitting {
  const lines = next.lines.map((line) => ({ ...line, key: line.key + before.nextKey }));
  return { ...next, lines, nextKey: before.nextKey + next.nextKey };
}

const firstControl = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-split] :is(input:not([type=hidden]), select)');

/** Where a step leads whose button may be gone after it: to the split that it has changed. */
function shareAfter(step: Step, { lines, removed }: Splitting): number | null {
  // One that was alone has become the first of two.
  if (step.do === 'add') return lines.length === 1 ? 0 : lines.length;
  if (step.do === 'rest') return lines.length - 1;
  return step.do === 'undo' && removed ? removed.index : null;
}

function focusShare(form: HTMLFormElement | null, index: number, by: Splitting['by']): void {
  const control = form?.elements.namedItem(placedName(index, by));
  if (!(control instanceof HTMLInputElement)) return;
  control.focus();
  control.select();
}

'use client';

import { type RefObject, useRef } from 'react';
import { MOST_SPLITS } from '@/lib/money/allocation/splits';
import { ErrorSummary } from '../../ui/error-summary';
import { Field } from '../../ui/field';
import { type FieldSpec, type FieldValues, fieldId } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { LeaveGuard } from '../../ui/leave-guard';
import { MenuButton } from '../../ui/menu-button';
import type { EditorState, EditorTexts } from './editor-state';
import { EditorTools } from './editor-tools';
import { placed, placedName } from './placed';
import type { EditorButton, SplitEditorProps } from './split-editor';
import { SplitLine } from './split-line';
import { comesToIn, SplitTotals } from './split-totals';
import { totalsOf } from './splitting';
import { useEditorForm } from './use-editor-form';

/** What `SplitEditor` loads. */
export default function SplitEditorLeaf({
  id,
  action,
  head,
  values,
  coded,
  given,
  currency,
  least,
  ...rest
}: SplitEditorProps) {
  const { hidden, version, lacking = [], buttons, moreLabel, texts, formTexts, children } = rest;
  const { form, scripted, submit, send, pending, ...edited } = useEditorForm(action, given, coded, formTexts);
  const { state, shown, splitting, take, dirty, touch, undo } = edited;
  const { removed, lines, by } = splitting;
  const { faults } = shown;
  const told = state.faults.length === 0 ? lacking : faults;
  const faultOf = (name: string) => told.find(({ field }) => field === name)?.message;
  const divided = lines.length > 1 || least > 1;
  const totals = totalsOf(splitting);
  const comesTo = comesToIn(splitting, totals, currency, texts);
  return (
    <form
      ref={form}
      className="record-form split-form"
      data-scripted={scripted || undefined}
      action={submit}
      onSubmit={send}
      onInput={touch}
      noValidate
    >
      {/* The first submit button, which Enter presses. */}
      <button
        type="submit"
        name="then"
        value={buttons[0]?.value}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <ErrorSummary formId={id} state={shown} fields={allFields(head, coded, lines.length)} texts={formTexts} />
      {state.told && (
        <p className="message message-success" role="status">
          {state.told}
        </p>
      )}
      {Object.entries({ ...hidden, by, parts: lines.length, even: String(splitting.even) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {version !== undefined && <input type="hidden" name="version" value={state.version ?? version} />}
      <WholeFields formId={id} head={head} values={values} state={state} faultOf={faultOf} texts={formTexts} />
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
          onType={(name, text) => take({ do: 'type', index, name, text })}
          texts={texts}
          formTexts={formTexts}
        />
      ))}
      {removed && <Removed number={removed.index + 1} undo={undo} texts={texts} />}
      <EditorTools
        by={by}
        divided={divided}
        switchable={splitting.whole !== null}
        full={lines.length >= MOST_SPLITS}
        left={!totals.left.isZero()}
        texts={texts}
      />
      <div className="split-bar form-actions-sticky">
        {divided && (
          <SplitTotals id={fieldId(id, { name: 'splits' })} splitting={splitting} currency={currency} texts={texts} />
        )}
        <EditorButtons buttons={buttons} moreLabel={moreLabel} pending={pending} sending={formTexts.sending} />
      </div>
      <LeaveGuard active={(dirty || faults.length > 0) && !pending} texts={formTexts} />
    </form>
  );
}

/** Every field of the form, for the links of the error summary. */
const allFields = (head: FieldSpec[], coded: FieldSpec[], parts: number): FieldSpec[] => [
  ...head,
  ...Array.from({ length: parts }, (_, index) => [
    ...(['amount', 'percent', 'taxAmount'] as const).map(
      (name): FieldSpec => ({ name: placedName(index, name), label: name, kind: 'decimal' })
    ),
    ...coded.map((field) => placed(field, index))
  ]).flat(),
  { name: 'splits', label: '', kind: 'read-only' }
];

interface WholeFieldsProps {
  formId: string;
  head: FieldSpec[];
  values: FieldValues;
  state: EditorState;
  faultOf: (name: string) => string | undefined;
  texts: FormTexts;
}

/** What is said of the whole. */
function WholeFields({ formId, head, values, state, faultOf, texts }: WholeFieldsProps) {
  return (
    <div className="form-group">
      {head.map((field) => (
        <Field
          key={field.name}
          formId={formId}
          field={field}
          value={state.values[field.name] ?? values[field.name]}
          typed={String(state.values[`${field.name}.typed`] ?? field.valueLabel ?? '')}
          fault={faultOf(field.name)}
          texts={texts}
          shown={true}
        />
      ))}
    </div>
  );
}

interface RemovedProps {
  number: number;
  undo: RefObject<HTMLButtonElement | null>;
  texts: EditorTexts;
}

/** The last removed split with an undo button. */
function Removed({ number, undo, texts }: RemovedProps) {
  return (
    <p className="split-removed" role="status">
      <span>{texts.removed.replace('{number}', String(number))}</span>
      <button ref={undo} type="submit" name="then" value="undo" className="link">
        {texts.undo}
      </button>
    </p>
  );
}

interface EditorButtonsProps {
  buttons: EditorButton[];
  moreLabel: string | undefined;
  pending: boolean;
  /** The first button shows the busy text while the form is sent. */
  sending: string;
}

/** The first buttons side by side, the minor ones in a menu. */
function EditorButtons({ buttons, moreLabel, pending, sending }: EditorButtonsProps) {
  const minor = useRef<HTMLDivElement>(null);
  const isMinor = (button: EditorButton) => button.isMinor && moreLabel;
  const submit = ({ value, label, keys }: EditorButton, index: number) => (
    <button
      key={value}
      type="submit"
      name="then"
      value={value}
      className={index === 0 ? 'primary' : undefined}
      data-act={index === 0 ? '' : undefined}
      aria-keyshortcuts={keys}
      aria-disabled={pending || undefined}
    >
      {pending && index === 0 ? sending : label}
    </button>
  );
  const inMenu = buttons.filter(isMinor);
  return (
    <div className="form-actions">
      {buttons.map((button, index) => (isMinor(button) ? null : submit(button, index)))}
      {/* Their keys press them too. */}
      <div ref={minor} hidden>
        {inMenu.map((button) => submit(button, -1))}
      </div>
      {moreLabel && inMenu.length > 0 && (
        <MenuButton
          label={moreLabel}
          entries={inMenu.map(({ value, label }) => ({
            id: value,
            label,
            act: () => minor.current?.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click()
          }))}
        />
      )}
    </div>
  );
}

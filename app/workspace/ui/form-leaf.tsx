'use client';

import { type FormEvent, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { changedFields } from './changed-fields';
import { ErrorSummary } from './error-summary';
import { Field } from './field';
import { FieldFilter } from './field-filter';
import { deciding, type FieldSpec, type FieldValues, grouped, groupId, isShown } from './field-spec';
import { type FormState, UNSENT } from './form-state';
import type { FormTexts } from './form-texts';
import { LeaveGuard } from './leave-guard';
import { Link } from './link';
import { refusedFile } from './refused-file';
import { UploadProgress } from './upload-progress';
import { usePostedForm } from './use-posted-form';
import { useUpload } from './use-upload';

/** What a form has besides its fields, below them unless it is above. */
export interface MoreOfForm<State extends FormState> {
  isAbove?: boolean;
  /** The fields in it, for the error summary's links. */
  fields: (state: State) => FieldSpec[];
  /** `touched` is called for changes other than typing. */
  show: (state: State, touched: () => void) => ReactNode;
}

interface Props<State extends FormState> {
  id: string;
  /** A server action; for a form with files the address of its route, which tells the progress of the upload. */
  action: string | ((state: State, form: FormData) => Promise<State>);
  fields: FieldSpec[];
  values: FieldValues;
  texts: FormTexts;
  submitLabel: string;
  cancelHref?: string;
  version?: number;
  hidden?: Record<string, string | number>;
  children?: ReactNode;
  more?: MoreOfForm<State>;
  /** For a long form: its buttons stay in view, with the number of changes; the text has `{count}` in it. */
  changesLabel?: string | undefined;
  /** Whether something else on the page matters more than sending this form. */
  minor?: boolean;
}

/** The client component of `RecordForm`. */
export function FormLeaf<State extends FormState = FormState>(props: Props<State>) {
  const { id, action, fields, values, texts, version, hidden = {}, more, ...rest } = props;
  const upload = useUpload();
  const { send: sendTo } = upload;
  const take = useCallback(
    (before: State, form: FormData) =>
      typeof action === 'string' ? sendTo(action, form, before) : action(before, form),
    [action, sendTo]
  );
  const posted = usePostedForm<State>(take, texts, UNSENT as State, typeof action === 'string' ? take : action);
  const { state, submit } = posted;
  const pending = posted.pending || upload.share !== null;
  const files = fields.find(({ file }) => file)?.file;
  const shown = () => more?.show(state, touched);
  const [dirty, setDirty] = useState(false);
  // Whether anything changed since the page loaded, saved or not.
  const [changed, setChanged] = useState(false);
  const [changes, setChanges] = useState(0);
  const { watched, look, attach } = useWatched(fields);

  function send(event: FormEvent<HTMLFormElement>) {
    if (pending || refusedFile(event.currentTarget)) event.preventDefault();
    else if (posted.send(event)) setDirty(false);
  }

  function touched() {
    setDirty(true);
    setChanged(true);
  }

  return (
    <form
      ref={attach}
      className="record-form"
      method={typeof action === 'string' ? 'post' : undefined}
      action={typeof action === 'string' ? undefined : submit}
      onSubmit={send}
      onInput={({ currentTarget }) => {
        touched();
        if (rest.changesLabel) setChanges(changedFields(currentTarget));
        if (watched) look();
      }}
      noValidate
    >
      {/* The first submit button, which Enter presses. */}
      {more && <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />}
      <ErrorSummary formId={id} state={state} fields={[...fields, ...(more?.fields(state) ?? [])]} texts={texts} />
      {fields.some(({ required }) => required) && <p className="hint">{texts.requiredHint}</p>}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(state.values[name] ?? value)} />
      ))}
      {version !== undefined && <input type="hidden" name="version" value={state.version ?? version} />}
      {more?.isAbove && shown()}
      <FieldGroups formId={id} fields={fields} state={state} values={values} watched={watched} texts={texts} />
      {!more?.isAbove && shown()}
      {files && <UploadProgress upload={upload} texts={files.texts} />}
      <FormButtons
        pending={pending}
        submitLabel={rest.submitLabel}
        minor={rest.minor}
        cancelHref={rest.cancelHref}
        changes={rest.changesLabel?.replace('{count}', String(changes))}
        texts={texts}
      >
        {rest.children}
      </FormButtons>
      <LeaveGuard
        // A form without fields has nothing to lose.
        active={
          fields.length > 0 &&
          (dirty || state.faults.length > 0 || ((state.unsaved || upload.isCancelled) && changed)) &&
          !pending
        }
        texts={texts}
      />
    </form>
  );
}

/** What the fields hold that others depend on: looked at when the form is there, and whenever `look` is called. */
function useWatched(fields: FieldSpec[]) {
  // Without script every field is shown.
  const [watched, setWatched] = useState<Record<string, unknown> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const look = useCallback(() => {
    if (form.current) setWatched(watchedValues(fields, new FormData(form.current)));
  }, [fields]);
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (fields.some(({ showWhen }) => showWhen)) look();
    },
    [fields, look]
  );
  return { watched, look, attach };
}

interface FieldGroupsProps {
  formId: string;
  fields: FieldSpec[];
  state: FormState;
  values: FieldValues;
  /** Null: every field is shown. */
  watched: Record<string, unknown> | null;
  texts: FormTexts;
}

/** The fields, those of a group in a frame of its name. */
function FieldGroups({ formId, fields, state, values, watched, texts }: FieldGroupsProps) {
  const heldBy = (field: FieldSpec) => state.values[field.name] ?? values[field.name];
  const typedOf = (field: FieldSpec) => String(state.values[`${field.name}.typed`] ?? field.valueLabel ?? '');
  const fits = use(FieldFilter);
  // A fault is always shown.
  const isFiltered = ({ name }: FieldSpec) => !fits(name) && !state.faults.some(({ field }) => field === name);
  return grouped(fields).map(({ group, members }, at) => {
    const shows = (field: FieldSpec) => watched === null || isShown(field, (name) => watched[name]);
    const isAwaited = (field: FieldSpec) =>
      watched === null &&
      !isShown(field, (name) => {
        const held = state.values[name] ?? values[name];
        return fields.some((one) => one.name === name && one.kind === 'checkbox') ? String(held) === 'true' : held;
      });
    const isEmpty = members.every((field) => isFiltered(field) || !shows(field));
    const inputs = members.map((field) => (
      <Field
        key={field.name}
        formId={formId}
        field={field}
        value={heldBy(field)}
        typed={typedOf(field)}
        fault={state.faults.find((fault) => fault.field === field.name)?.message}
        texts={texts}
        shown={shows(field)}
        awaited={isAwaited(field)}
        filtered={isFiltered(field)}
      />
    ));
    if (!group) {
      return (
        <div key={members[0]?.name} className="form-group" hidden={isEmpty}>
          {inputs}
        </div>
      );
    }
    return (
      <fieldset key={group} id={groupId(formId, at)} className="form-group" hidden={isEmpty}>
        <legend>{group}</legend>
        {inputs}
      </fieldset>
    );
  });
}

interface FormButtonsProps {
  pending: boolean;
  submitLabel: string;
  minor: boolean | undefined;
  cancelHref: string | undefined;
  /** The number of changes, in words. */
  changes: string | undefined;
  texts: FormTexts;
  /** Beside what sends the form. */
  children: ReactNode;
}

/** What sends the form, and what leaves it. */
function FormButtons({ pending, submitLabel, minor, cancelHref, changes, texts, children }: FormButtonsProps) {
  return (
    <div className={changes === undefined ? 'form-actions' : 'form-actions form-actions-sticky'}>
      <button type="submit" className={minor ? undefined : 'primary'} aria-disabled={pending || undefined}>
        {pending ? texts.sending : submitLabel}
      </button>
      {children}
      {cancelHref && (
        <Link className="button" href={cancelHref}>
          {texts.cancel}
        </Link>
      )}
      {changes !== undefined && (
        <p className="hint" role="status">
          {changes}
        </p>
      )}
    </div>
  );
}

function watchedValues(fields: FieldSpec[], form: FormData): Record<string, unknown> {
  const names = new Set(fields.flatMap(deciding));
  return Object.fromEntries(
    [...names].map((name) => {
      const kind = fields.find((field) => field.name === name)?.kind;
      if (kind === 'checkbox') return [name, form.has(name)];
      return [name, kind === 'multi-select' || kind === 'people' ? form.getAll(name) : form.get(name)];
    })
  );
}

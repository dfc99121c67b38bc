'use client';

import { Fragment, useId } from 'react';
import type { FieldSpec } from '../ui/field-spec';
import { type FormState, UNSENT } from '../ui/form-state';
import { usePostedForm } from '../ui/use-posted-form';
import type { Piece } from './sentences';

interface Props {
  /** Its name, for screen readers. */
  name: string;
  pieces: readonly Piece[];
  fields: readonly FieldSpec[];
  values: Readonly<Record<string, string>>;
  /** The currency of the amount, which stands after it; empty: it is no money. */
  currency: string;
  /** The version of the rule; absent for a new one. */
  version?: number;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The address without a new rule. */
  cancelHref?: string;
  texts: Record<'failed' | 'serverDown' | 'save' | 'remove' | 'cancel', string>;
}

/** A rule of a policy as one sentence, with an input for each of its parts. */
export function RuleForm({ name, pieces, fields, values, currency, version, action, cancelHref, texts }: Props) {
  const id = useId();
  const { state, submit, send, pending } = usePostedForm(action, texts, UNSENT);
  const faultOf = (field: string) => state.faults.find((fault) => fault.field === field);
  const others = state.faults.filter(({ field }) => !fields.some((one) => one.name === field));
  return (
    <form action={submit} onSubmit={send} className="policy-rule">
      <fieldset>
        <legend className="visually-hidden">{name}</legend>
        {version !== undefined && <input type="hidden" name="version" value={state.version ?? version} />}
        <p className="policy-sentence">
          {pieces.map((piece, at) => {
            if ('text' in piece) return <span key={at}>{piece.text}</span>;
            const field = fields.find((one) => one.name === piece.slot);
            if (!field) return null;
            const fault = faultOf(field.name);
            const faultId = `${id}-${field.name}`;
            return (
              <Fragment key={at}>
                <Input
                  field={field}
                  value={String(state.values[field.name] ?? values[field.name] ?? '')}
                  faultId={fault && faultId}
                />
                {field.name === 'amount' && currency && <span>{currency}</span>}
              </Fragment>
            );
          })}
        </p>
        {fields.map((field) => {
          const fault = faultOf(field.name);
          return (
            fault && (
              <p key={field.name} id={`${id}-${field.name}`} className="message message-problem" role="alert">
                {fault.message}
              </p>
            )
          );
        })}
        {others.map(({ message }) => (
          <p key={message} className="message message-problem" role="alert">
            {message}
          </p>
        ))}
        <div className="policy-rule-actions">
          <button type="submit" aria-disabled={pending || undefined}>
            {texts.save}
          </button>
          {version !== undefined && (
            <button type="submit" name="do" value="remove" className="quiet" formNoValidate>
              {texts.remove}
            </button>
          )}
          {cancelHref && (
            <a className="button quiet" href={cancelHref}>
              {texts.cancel}
            </a>
          )}
        </div>
      </fieldset>
    </form>
  );
}

interface InputProps {
  field: FieldSpec;
  value: string;
  /** The id of the text about its fault. */
  faultId?: string;
}

function Input({ field: { name, label, kind, options }, value, faultId }: InputProps) {
  const told = {
    name,
    'aria-label': label,
    defaultValue: value,
    ...(faultId && { 'aria-invalid': true, 'aria-describedby': faultId })
  };
  if (kind === 'select')
    return (
      <select {...told}>
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return <input {...told} type="text" inputMode={kind === 'text' ? 'text' : 'decimal'} className={`policy-${kind}`} />;
}

'use client';

import type { ReactNode } from 'react';
import { Field } from '../../ui/field';
import { FieldFault } from '../../ui/field-parts';
import { type FieldSpec, fieldId } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { moveBetweenSplits } from './editor-keys';
import type { EditorTexts } from './editor-state';
import { placed, placedName } from './placed';
import type { Division, Line } from './splitting';

interface Props {
  formId: string;
  line: Line;
  index: number;
  /** Whether there are other splits. */
  divided: boolean;
  removable: boolean;
  by: Division;
  /** The value of the typed number. */
  comesTo: string | null;
  currency: string | null;
  taxed: boolean;
  fields: readonly FieldSpec[];
  faultOf: (name: string) => string | undefined;
  onType: (name: 'amount' | 'percent' | 'taxAmount', text: string) => void;
  texts: EditorTexts;
  formTexts: FormTexts;
}

/** One split: its share, its accounting codes, its description. */
export function SplitLine(props: Props) {
  const { formId, line, index, divided, removable, by, fields, faultOf, texts, formTexts } = props;
  const number = String(index + 1);
  const coded = fields.map((field) => {
    // Rendered once, in the first split.
    const own = placed(index === 0 ? field : { ...field, hint: undefined }, index);
    return (
      <Field
        key={field.name}
        formId={formId}
        field={own}
        value={line.held[field.name]}
        typed={line.held[`${field.name}.typed`] ?? line.held[field.name] ?? ''}
        fault={faultOf(own.name)}
        texts={formTexts}
        shown={true}
      />
    );
  });
  // The same element whether the split is alone or not: another one would reset its fields and lose typed text.
  return (
    <fieldset className={divided ? 'split' : 'split-alone'} data-split="">
      {divided && <legend>{texts.part.replace('{number}', number)}</legend>}
      {removable && (
        <button
          type="submit"
          name="then"
          value={`remove.${index}`}
          className="link split-remove"
          aria-keyshortcuts="Alt+Delete"
        >
          {texts.remove.replace('{number}', number)}
        </button>
      )}
      <div className="split-fields">
        {divided && by === 'percent' && (
          <Share {...props} name="percent" label={texts.percent} after="%" hint={props.comesTo} />
        )}
        {divided && by === 'amount' && (
          <Share {...props} name="amount" label={texts.amount} before={props.currency} hint={props.comesTo} />
        )}
        {divided && by === 'amount' && props.taxed && (
          <Share
            {...props}
            name="taxAmount"
            label={texts.tax}
            before={props.currency}
            hint={index === 0 ? texts.taxHint : null}
          />
        )}
        {coded}
      </div>
    </fieldset>
  );
}

/** A number of a split; the totals follow while the user types. */
function Share({
  formId,
  line,
  index,
  name,
  label,
  before,
  after,
  hint,
  faultOf,
  onType
}: Props & {
  name: 'amount' | 'percent' | 'taxAmount';
  label: string;
  before?: ReactNode;
  after?: ReactNode;
  hint: string | null;
}) {
  const called = placedName(index, name);
  const id = fieldId(formId, { name: called });
  const fault = faultOf(called);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        {before && <span aria-hidden="true">{before}</span>}
        <input
          id={id}
          name={called}
          type="text"
          inputMode="decimal"
          className="number"
          autoComplete="off"
          maxLength={40}
          value={line[name]}
          aria-required={name === 'taxAmount' ? undefined : true}
          aria-invalid={fault ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, fault && `${id}-error`].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onType(name, event.currentTarget.value)}
          onKeyDown={(event) => moveBetweenSplits(event, index)}
        />
        {after && <span aria-hidden="true">{after}</span>}
      </span>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

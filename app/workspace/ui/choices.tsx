'use client';

import { describedBy, FieldFault, type FieldProps, Hint, Required } from './field-parts';
import { type FieldSpec, fieldId } from './field-spec';

/** More choices than these stand in columns. */
const MOST_IN_COLUMN = 8;

const lookOf = ({ inRow, options = [] }: FieldSpec) =>
  options.length > MOST_IN_COLUMN ? ' choices-columns' : inRow ? ' choices-row' : '';

/** A visible list of choices, single or multiple. */
export function Choices(props: FieldProps) {
  const { formId, field, value, fault, texts, shown, awaited = false } = props;
  const id = fieldId(formId, field);
  const chosen = [value ?? []].flat().map(String);
  return (
    <fieldset
      className={`field choices${lookOf(field)}${awaited ? ' until-script' : ''}`}
      hidden={!shown}
      disabled={!shown}
      aria-describedby={describedBy(props)['aria-describedby']}
    >
      <legend>
        {field.label}
        {field.required && <Required texts={texts} />}
      </legend>
      <Hint {...props} />
      {field.options?.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            id={index === 0 ? id : undefined}
            type={field.kind === 'radio' ? 'radio' : 'checkbox'}
            name={field.name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            disabled={option.disabled}
            aria-invalid={fault ? true : undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
      <FieldFault id={id} fault={fault} />
    </fieldset>
  );
}

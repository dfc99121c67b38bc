'use client';

import { Choices } from './choices';
import { Combobox } from './combobox';
import { describedBy, FieldFault, type FieldProps, Hint, Required } from './field-parts';
import { fieldId } from './field-spec';
import { FileField } from './file-field';
import { LongText } from './long-text';
import { PeoplePicker } from './people-picker';

/** A field with its label, hint, control and fault. */
export function Field(props: FieldProps) {
  const { formId, field, fault, texts, shown, awaited = false, filtered = false } = props;
  const id = fieldId(formId, field);
  const className = `field${field.half ? ' field-half' : ''}${awaited ? ' until-script' : ''}`;
  if (field.kind === 'radio' || field.kind === 'multi-select') return <Choices {...props} />;
  if (field.kind === 'file' && field.file) return <FileField {...props} rules={field.file} />;
  if (field.kind === 'checkbox') {
    return (
      <div className={className} hidden={!shown || filtered}>
        <label className="choice">
          <input type="checkbox" {...inputProps(props)} value="true" defaultChecked={String(props.value) === 'true'} />
          <span>{field.label}</span>
        </label>
        <Hint {...props} />
        <FieldFault id={id} fault={fault} />
      </div>
    );
  }
  return (
    <div className={className} hidden={!shown || filtered}>
      {field.kind === 'read-only' ? (
        <span className="label">{field.label}</span>
      ) : (
        <label htmlFor={id}>
          {field.label}
          {field.required && <Required texts={texts} />}
        </label>
      )}
      <Hint {...props} />
      <Control {...props} />
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

function inputProps(props: FieldProps) {
  const { formId, field, shown } = props;
  return {
    id: fieldId(formId, field),
    name: field.name,
    'aria-required': field.required || undefined,
    // Hidden fields aren't sent.
    disabled: !shown,
    ...describedBy(props)
  };
}

/** Whether one of the options is the empty one, with words of its own. */
const hasEmpty = ({ options = [] }: FieldProps['field']) => options.some(({ value }) => value === '');

const TYPES = { email: 'email', date: 'date', time: 'time', password: 'password' } as const;

function Control(props: FieldProps) {
  const { field, value, texts } = props;
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '');
  switch (field.kind) {
    case 'read-only':
      return <p className="read-only">{text || '–'}</p>;
    case 'textarea':
    case 'list':
      return <LongText {...inputProps(props)} text={text} field={field} texts={texts} />;
    case 'combobox':
      return <Combobox input={inputProps(props)} field={field} value={text} typed={props.typed} texts={texts} />;
    case 'people':
      return <PeoplePicker {...props} />;
    case 'select':
      return (
        // React loses a select's default when it resets the form: a new value creates a new element.
        <select key={text} {...inputProps(props)} defaultValue={text}>
          {((!field.required && field.blank !== false) || text === '') && !hasEmpty(field) && (
            <option value="">{field.required ? texts.choose : ''}</option>
          )}
          {field.options?.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case 'number':
    case 'decimal':
    case 'money':
    case 'percent':
      return (
        <span className="with-unit">
          {field.kind === 'money' && field.currency && <span aria-hidden="true">{field.currency}</span>}
          <input
            type="text"
            inputMode={field.kind === 'number' && Number(field.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
            className="number"
            autoComplete="off"
            {...inputProps(props)}
            defaultValue={text}
            maxLength={field.maxLength ?? 40}
          />
          {field.kind === 'percent' && <span aria-hidden="true">%</span>}
        </span>
      );
    default:
      return (
        <input
          type={TYPES[field.kind as keyof typeof TYPES] ?? 'text'}
          {...inputProps(props)}
          defaultValue={field.kind === 'password' ? undefined : text}
          maxLength={field.maxLength}
          placeholder={field.placeholder}
          min={field.min}
          max={field.max}
          step={field.step}
          autoComplete={field.autoComplete ?? 'off'}
        />
      );
  }
}

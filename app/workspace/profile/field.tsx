import type { InputHTMLAttributes } from 'react';
import type { TextKey } from '@/lib/core/language/text-key';
import { type FormState, faultText } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  page: PageContext;
  state: FormState;
  name: string;
  /** Message key of the label. */
  label: TextKey;
  /** Message key of a text between label and field. */
  hint?: TextKey;
  /** Id of a text that explains the field. */
  describedBy?: string;
}

function inputProps({ page: _page, state, name, label: _label, hint, describedBy, ...input }: Props) {
  const invalid = state.faults?.some(({ field, summaryOnly }) => field === name && !summaryOnly);
  return {
    id: name,
    name,
    required: true,
    'aria-describedby': [hint && `${name}-hint`, describedBy, `${name}-error`].filter(Boolean).join(' '),
    'aria-invalid': invalid || undefined,
    autoCapitalize: 'none',
    spellCheck: false,
    ...input
  };
}

/** The message appears under its field (P5.022). */
function FieldError({ page, state, name }: Pick<Props, 'page' | 'state' | 'name'>) {
  const fault = state.faults?.find(({ field, summaryOnly }) => field === name && !summaryOnly);
  return (
    <p className="field-error" id={`${name}-error`}>
      {fault && faultText(page, fault)}
    </p>
  );
}

/** A text field with its label and its error message. */
export function TextField(props: Props) {
  const { page, name, label, hint } = props;
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{page.t(label)}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {page.t(hint)}
        </p>
      )}
      <input type="text" {...inputProps(props)} />
      <FieldError {...props} />
    </div>
  );
}

interface SelectProps extends Pick<Props, 'page' | 'state' | 'name' | 'label'> {
  options: readonly { value: string; text: string }[];
  chosen?: string | undefined;
  autoComplete?: string;
}

/** A select field with its label and its error message. */
export function SelectField({ options, chosen, autoComplete, ...props }: SelectProps) {
  const { page, state, name, label } = props;
  const { id, ...described } = inputProps({ page, state, name, label });
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{page.t(label)}</label>
      <select
        id={id}
        name={name}
        required
        defaultValue={chosen}
        autoComplete={autoComplete}
        aria-describedby={described['aria-describedby']}
        aria-invalid={described['aria-invalid']}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError {...props} />
    </div>
  );
}

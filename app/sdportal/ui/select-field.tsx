import { FieldError, type FieldProps } from './fields';

interface SelectProps extends FieldProps {
  /** `lang`: set if the text is in another language than the page. */
  options: readonly { value: string; text: string; lang?: string }[];
  chosen?: string | undefined;
  autoComplete?: string;
}

/** A select field with its label and its error message. */
export function SelectField({ options, chosen, autoComplete, ...props }: SelectProps) {
  const { form, name, label } = props;
  return (
    <div className="field" data-field={name}>
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        name={name}
        required
        defaultValue={form.state.values?.[name] ?? chosen}
        autoComplete={autoComplete}
        aria-describedby={`${name}-error`}
        aria-invalid={form.errors[name] ? true : undefined}
      >
        {options.map(({ value, text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
      <FieldError form={form} name={name} />
    </div>
  );
}

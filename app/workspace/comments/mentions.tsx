'use client';

import { useEffect, useState } from 'react';
import { Combobox } from '../ui/combobox';
import { describedBy, FieldFault, type FieldProps, Hint } from '../ui/field-parts';
import { type FieldOption, fieldId } from '../ui/field-spec';

type Props = Pick<FieldProps, 'formId' | 'field' | 'typed' | 'fault' | 'texts'> & {
  /** The label of the button that takes somebody from the list, with `{name}` in it. */
  leaveOut: string;
};

/** A field in which several people are picked by name; without script one, by the typed text. */
export function Mentions({ formId, field, typed, fault, texts, leaveOut }: Props) {
  const id = fieldId(formId, field);
  const [picked, setPicked] = useState<FieldOption[]>([]);
  const [turn, setTurn] = useState(0);

  // Whoever picks or leaves out somebody goes on in the field, which is then a new one.
  useEffect(() => {
    if (turn > 0) document.getElementById(id)?.focus();
  }, [id, turn]);

  function change(next: FieldOption[]) {
    setPicked(next);
    setTurn(turn + 1);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{field.label}</label>
      <Hint formId={formId} field={field} texts={texts} />
      {picked.length > 0 && (
        <ul className="mentions">
          {picked.map(({ value, label }) => (
            <li key={value}>
              <input type="hidden" name={field.name} value={value} />
              {label}
              <button
                type="button"
                aria-label={leaveOut.replace('{name}', label)}
                onClick={() => change(picked.filter((one) => one.value !== value))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        key={turn}
        input={{ id, name: field.name, ...describedBy({ formId, field, fault }) }}
        field={field}
        value=""
        typed={turn === 0 ? typed : ''}
        texts={texts}
        onChoose={(option) => change([...picked.filter((one) => one.value !== option.value), option])}
      />
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

'use client';

import type { FieldOption } from './field-spec';

interface Props {
  id: string;
  label: string;
  options: FieldOption[];
  active: number;
  onChoose: (option: FieldOption) => void;
}

/** The options of a combo box; the focus stays in the field, which handles the keys. */
export function OptionList({ id, label, options, active, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className="combobox-list">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
          {option.detail && <div className="support">{option.detail}</div>}
        </div>
      ))}
    </div>
  );
}

'use client';

import type { Preference } from './preferences';
import { usePreference } from './use-preference';

interface Props {
  name: Preference;
  chosen: string;
  label: string;
  options: { value: string; label: string }[];
}

/** A row of buttons, one of them selected. */
export function PreferenceForm({ name, chosen, label, options }: Props) {
  const { current, choose } = usePreference(name, chosen);
  return (
    <fieldset className="preference">
      <legend>{label}</legend>
      <div className="preference-options">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            onClick={() => choose(option.value)}
            aria-pressed={option.value === current}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

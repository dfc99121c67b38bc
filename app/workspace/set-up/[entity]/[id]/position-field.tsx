'use client';

import { useId } from 'react';

/** The field of the question where a record is to stand; its dialog can be on a page twice. */
export function PositionField({ label, position }: { label: string; position: number }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name="place" type="number" min={1} defaultValue={position} required />
    </div>
  );
}

import type { ReactNode } from 'react';

/** A part of the catalogue: its name, and its states side by side. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="panel">
      <h3>{name}</h3>
      <div className="parts-row">{children}</div>
    </div>
  );
}

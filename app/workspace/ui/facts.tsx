import type { ReactNode } from 'react';

/** What breaks in half the width of a phone. */
const isLong = (value: ReactNode) => typeof value === 'string' && value.length > 20;

/** The facts of a record: labels with values; a dash if empty. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label} className={isLong(value) ? 'fact-long' : undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

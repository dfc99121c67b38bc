import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Paragraphs. */
  children?: ReactNode;
  /** The way on. */
  action?: { label: string; address: string } | null;
}

/** A page with one message and one link: signed out, locked, not found. */
export function Message({ title, children, action }: Props) {
  return (
    <div className="card">
      <h1>{title}</h1>
      {children}
      {action && (
        <a className="primary" href={action.address}>
          {action.label}
        </a>
      )}
    </div>
  );
}

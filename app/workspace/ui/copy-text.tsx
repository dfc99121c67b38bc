'use client';

import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';

interface Props {
  text: string;
  /** The label of the button, and what is said once it is pressed. */
  label: string;
  copied: string;
}

/** Copies a text that stands beside it. */
export function CopyText({ text, label, copied }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            // Without the permission the text is selected by hand.
            () => setCopied(false)
          )
        }
      >
        <Copy aria-hidden="true" size={16} />
        {label}
      </button>
      <span role="status" className="muted">
        {isCopied ? copied : ''}
      </span>
    </>
  );
}

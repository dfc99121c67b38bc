'use client';

import Upload from 'lucide-react/icons/upload';
import { type InputHTMLAttributes, useRef, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  name: string;
  /** What to do, such as `Drop a file here, paste it, or choose one`. */
  prompt: string;
}

/** A field for a file that can be dropped, pasted or chosen; what it takes is the value of an ordinary file input. */
export function FileDrop({ prompt, ...attributes }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');

  function take(files: readonly File[]) {
    const [file] = files;
    if (!input.current || !file) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.current.files = transfer.files;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    setName(file.name);
  }

  return (
    <DropZone
      className="file-drop"
      aria-label={prompt}
      isDisabled={attributes.disabled ?? false}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const files = items.filter((item) => item.kind === 'file');
        take(await Promise.all(files.map((item) => item.getFile())));
      }}
    >
      <Upload />
      <span className="file-drop-prompt">{name || prompt}</span>
      <input
        {...attributes}
        ref={input}
        type="file"
        onChange={(event) => setName(event.currentTarget.files?.[0]?.name ?? '')}
      />
    </DropZone>
  );
}

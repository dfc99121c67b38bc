'use client';

import Upload from 'lucide-react/icons/upload';
import { type InputHTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { type FileRules, fileRefusal } from './file-refusal';
import { smallerPicture } from './smaller-picture';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  name: string;
  rules: FileRules;
  /** Hears why the chosen file isn't taken; null: it is. */
  onRefusal?: (refusal: string | null) => void;
}

/** What `FileDrop` loads. */
export default function FileDropLeaf({ rules, onRefusal, ...attributes }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const shrinking = useRef<Promise<void>>(null);
  useSentWhenReady(input, shrinking);

  function take(files: readonly File[]) {
    const [dropped] = files;
    if (!input.current || !dropped) return;
    const transfer = new DataTransfer();
    transfer.items.add(dropped);
    input.current.files = transfer.files;
    // As if it had been chosen: for this part, and for the form that looks for changes.
    for (const type of ['input', 'change']) input.current.dispatchEvent(new Event(type, { bubbles: true }));
  }

  /** Shows a chosen file; while it waits to be made smaller, a large one isn't refused aloud yet. */
  function show(control: HTMLInputElement, chosen: File | null, waits: boolean) {
    const refusal = chosen && fileRefusal(chosen, rules);
    setFile(chosen);
    control.setCustomValidity(refusal ?? '');
    onRefusal?.(waits ? null : refusal);
  }

  async function choose(control: HTMLInputElement) {
    const chosen = control.files?.[0] ?? null;
    show(control, chosen, rules.shrinks === true);
    if (!chosen || !rules.shrinks) return;
    const smaller = await smallerPicture(chosen);
    // Another may have been chosen meanwhile.
    if (control.files?.[0] !== chosen) return;
    const transfer = new DataTransfer();
    transfer.items.add(smaller);
    control.files = transfer.files;
    show(control, smaller, false);
  }

  return (
    <DropZone
      className="file-drop"
      aria-label={rules.texts.prompt}
      isDisabled={attributes.disabled ?? false}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const files = items.filter((item) => item.kind === 'file');
        take(await Promise.all(files.map((item) => item.getFile())));
      }}
    >
      <Upload aria-hidden="true" />
      <span className="file-drop-prompt">
        {file ? (
          <>
            <strong>{file.name}</strong> <span className="figure">{sizeOf(file)}</span>
          </>
        ) : (
          rules.texts.prompt
        )}
      </span>
      <input
        accept={rules.accept}
        {...attributes}
        ref={input}
        type="file"
        onChange={(event) => {
          const choosing = choose(event.currentTarget).finally(() => {
            if (shrinking.current === choosing) shrinking.current = null;
          });
          shrinking.current = choosing;
          attributes.onChange?.(event);
        }}
      />
    </DropZone>
  );
}

/** A form that is sent while its photo is made smaller waits for it: the whole photo isn't sent, nor where it was taken. */
function useSentWhenReady(input: RefObject<HTMLInputElement | null>, shrinking: RefObject<Promise<void> | null>): void {
  useEffect(() => {
    const form = input.current?.form;
    let isWaiting = false;
    async function wait(event: SubmitEvent) {
      if (!shrinking.current) return;
      event.preventDefault();
      event.stopPropagation();
      if (isWaiting) return;
      isWaiting = true;
      while (shrinking.current) await shrinking.current;
      isWaiting = false;
      if (form?.isConnected) form.requestSubmit(event.submitter);
    }
    form?.addEventListener('submit', wait, { capture: true });
    return () => form?.removeEventListener('submit', wait, { capture: true });
  }, [input, shrinking]);
}

/** A file's size as the page's language writes it. */
function sizeOf({ size }: File): string {
  const [unit, bytes] = size < 1024 ** 2 ? (['kilobyte', 1024] as const) : (['megabyte', 1024 ** 2] as const);
  const digits = unit === 'kilobyte' ? 0 : 1;
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit,
    maximumFractionDigits: digits
  }).format(Math.max(size / bytes, 1 / 10 ** digits));
}

'use client';

import X from 'lucide-react/icons/x';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState
} from 'react';
import { Button, Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { Combobox } from './combobox';
import { describedBy, type FieldProps } from './field-parts';
import { type FieldOption, fieldId } from './field-spec';
import type { PickedPeople } from './people-picker';

/** What `PeoplePicker` loads. */
export default function PeoplePickerLeaf({
  formId,
  field,
  value,
  typed,
  fault,
  texts,
  shown,
  ref
}: FieldProps & { ref?: Ref<PickedPeople> }) {
  const id = fieldId(formId, field);
  const part = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState(() => pickedAtFirst(value, field.options));

  // No typing causes this change, so the form is told of it.
  const before = useRef(picked);
  useEffect(() => {
    if (before.current === picked) return;
    before.current = picked;
    part.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [picked]);

  const add = (more: readonly FieldOption[]) => setPicked((already) => withAll(already, more));
  useImperativeHandle(ref, () => ({ add: (person) => add([person]) }));

  function remove(values: Set<unknown>) {
    const left = picked.filter((one) => !values.has(one.value));
    setPicked(left);
    // The tag that had the focus is gone, and no other takes it.
    if (left.length === 0) document.getElementById(id)?.focus();
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const ids = idsIn(event.clipboardData.getData('text'));
    if (ids.length < 2) return;
    event.preventDefault();
    add(ids.map((one) => ({ value: one, label: one })));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && event.currentTarget.value === '') setPicked(picked.slice(0, -1));
  }

  return (
    <div ref={part} className="people">
      <People label={field.label} picked={picked} onRemove={remove} />
      {picked.map((one) => (
        <input key={one.value} type="hidden" name={field.name} value={one.value} disabled={!shown} />
      ))}
      <Combobox
        input={{
          id,
          name: field.name,
          disabled: !shown,
          'aria-required': field.required || undefined,
          onPaste: paste,
          onKeyDown: press,
          ...describedBy({ formId, field, fault })
        }}
        field={{ ...field, placeholder: texts.typeName }}
        value=""
        typed={typed}
        texts={texts}
        onChoose={(option) => add([option])}
      />
    </div>
  );
}

interface PeopleProps {
  label: string;
  picked: readonly FieldOption[];
  onRemove: (values: Set<unknown>) => void;
}

function People({ label, picked, onRemove }: PeopleProps) {
  if (picked.length === 0) return null;
  return (
    <TagGroup aria-label={label} onRemove={onRemove}>
      <TagList items={picked.map((person) => ({ ...person, id: person.value }))} className="people-tags">
        {(person) => (
          <Tag textValue={person.label} className="people-tag">
            {person.label}
            <Button slot="remove" className="people-remove">
              <X aria-hidden="true" size={14} />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}

/** The people of the field's value, with their names if `options` has them. */
const pickedAtFirst = (value: FieldProps['value'], options: readonly FieldOption[] = []): readonly FieldOption[] =>
  [value ?? []]
    .flat()
    .map(String)
    .filter(Boolean)
    .map((one) => options.find((option) => option.value === one) ?? { value: one, label: one });

const withAll = (picked: readonly FieldOption[], more: readonly FieldOption[]) => [
  ...picked,
  ...more.filter(({ value }) => !picked.some((one) => one.value === value))
];

const idsIn = (text: string) => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((one) => one.trim())
      .filter(Boolean)
  )
];

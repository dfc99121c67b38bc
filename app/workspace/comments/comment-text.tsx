'use client';

import { type ChangeEvent, type KeyboardEvent, useId, useRef } from 'react';
import { describedBy, FieldFault, type FieldProps, Hint, Required } from '../ui/field-parts';
import { type FieldOption, type FieldSpec, fieldId } from '../ui/field-spec';
import { LongText } from '../ui/long-text';
import { OptionList } from '../ui/option-list';
import { useOptions } from '../ui/use-options';
import { mentionAt } from './mention-at';

type Props = Pick<FieldProps, 'formId' | 'field' | 'fault' | 'texts'> & {
  text: string;
  /** The field of the people who can be mentioned. */
  people: FieldSpec;
  onMention: (person: FieldOption) => void;
};

/**
 * The text of a comment. After `@` and the beginning of a name it offers those who can be mentioned: the arrow keys
 * choose, Enter and Tab take, Escape closes.
 */
export function CommentText({ formId, field, fault, texts, text, people, onMention }: Props) {
  const id = fieldId(formId, field);
  const list = useId();
  const control = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { options, active, setActive, find, close, leave } = useOptions(people, control);
  const isOpen = options !== null && options.length > 0;

  function look({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) {
    area.current = currentTarget;
    const mention = mentionAt(currentTarget.value, currentTarget.selectionStart);
    if (mention) find(mention.name);
    else leave();
  }

  function take(person: FieldOption) {
    const at = area.current;
    const mention = at && mentionAt(at.value, at.selectionStart);
    leave();
    onMention(person);
    if (!at || !mention) return;
    at.setRangeText(`@${person.label} `, mention.from, at.selectionStart, 'end');
    // The form and the count of characters hear of it as of any typing.
    at.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function press(event: KeyboardEvent) {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const chosen = options[active];
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => setActive((active + 1) % options.length),
      ArrowUp: () => setActive((active + options.length - 1) % options.length),
      Escape: close,
      Enter: chosen && (() => take(chosen)),
      Tab: chosen && (() => take(chosen))
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  return (
    <div className="field">
      <label htmlFor={id}>
        {field.label}
        {field.required && <Required texts={texts} />}
      </label>
      <Hint formId={formId} field={field} texts={texts} />
      <div className="combobox">
        <LongText
          id={id}
          name={field.name}
          text={text}
          field={field}
          texts={texts}
          aria-required={field.required}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
          {...describedBy({ formId, field, fault })}
          onChange={look}
          onKeyDown={press}
          onBlur={leave}
        />
        {isOpen && <OptionList id={list} label={people.label} options={options} active={active} onChoose={take} />}
      </div>
      <FieldFault id={id} fault={fault} />
    </div>
  );
}

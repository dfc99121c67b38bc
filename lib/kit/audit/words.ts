import { dotted, type TextKey } from '../../core/language/text-key';
import { isTextKey, type Translate, textKeys } from '../../core/language/texts';
import { SHOWN_ACTIONS } from '../../sign-in/account/own-events';
import { auditedEntity } from '../setup/audit-records';
import { ENTITIES } from '../setup/entities';
import { fieldKey, textKey } from '../setup/texts';

type Words = [code: string, key: TextKey][];

/** The texts of codes by message key: those of `audit.action.…` and `audit.entity.…`, and those defined elsewhere. */
export function wordsOf(kind: 'action' | 'entity'): Record<string, TextKey> {
  const prefix = `audit.${kind}.`;
  const own = textKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key): Words[number] => [key.slice(prefix.length), key]);
  const words = [...own, ...(kind === 'action' ? shownActions() : setUpEntities())];
  return Object.fromEntries(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const shownActions = (): Words => SHOWN_ACTIONS.map((action) => [action, `event.${dotted(action)}`]);

const setUpEntities = (): Words =>
  [...ENTITIES.values()].map((entity) => [auditedEntity(entity), textKey(entity, 'one')]);

/** The text of a code; the code itself if it has none. */
export function wordOf(t: Translate, kind: 'action' | 'entity', code: string): string {
  const key = wordsOf(kind)[code];
  return key ? t(key) : code;
}

/** The label of a set-up record's field, or that at `audit.field.<field>`; another is formatted: `name_1` is "Name 1". */
export function fieldWord(t: Translate, entity: string, field: string): string {
  const declared = [...ENTITIES.values()].find((each) => auditedEntity(each) === entity);
  if (declared && Object.hasOwn(declared.fields, field)) return t(fieldKey(declared, field));
  const key = `audit.field.${field}`;
  if (isTextKey(key)) return t(key);
  const words = field.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

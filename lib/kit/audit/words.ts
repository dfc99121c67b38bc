import { dotted, keyFromData, type TextKey } from '../../core/language/text-key';
import { bundleTexts } from '../../core/language/texts';
import { SHOWN_ACTIONS } from '../../sign-in/account/own-events';
import { auditedEntity } from '../setup/audit-records';
import { ENTITIES } from '../setup/entities';
import { fieldKey, textKey } from '../setup/texts';

type Words = [code: string, key: TextKey][];

/** What codes are called in words, by message key: those of `audit.action.…` and `audit.entity.…`, and those there are elsewhere. */
export function wordsOf(kind: 'action' | 'entity'): Record<string, TextKey> {
  const prefix = `audit.${kind}.`;
  const own = Object.keys(bundleTexts('en_US', 'Workspace'))
    .filter((key) => key.startsWith(prefix))
    .map((key): Words[number] => [key.slice(prefix.length), keyFromData(key)]);
  const words = [...own, ...(kind === 'action' ? shownActions() : setUpEntities())];
  return Object.fromEntries(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const shownActions = (): Words => SHOWN_ACTIONS.map((action) => [action, `event.${dotted(action)}`]);

const setUpEntities = (): Words =>
  [...ENTITIES.values()].map((entity) => [auditedEntity(entity), textKey(entity, 'one')]);

/** The message key of a code; the code itself where it has no words. */
export function wordOf(kind: 'action' | 'entity', code: string): TextKey {
  return wordsOf(kind)[code] ?? keyFromData(code);
}

/** The message key of a set-up record's field; of any other the field itself, as people write: `name_1` is "Name 1". */
export function fieldWord(entity: string, field: string): TextKey {
  const declared = [...ENTITIES.values()].find((each) => auditedEntity(each) === entity);
  if (declared && Object.hasOwn(declared.fields, field)) return fieldKey(declared, field);
  const words = field.replaceAll(/[._]/g, ' ');
  return keyFromData(words.charAt(0).toUpperCase() + words.slice(1));
}

import type { TextKey } from '../../core/language/text-key';
import type { Entity } from './entity';

/**
 * The message keys of an entity. `npm run generate` writes a text for each from the declaration that names it, so they
 * are there without the compiler's proof.
 */
export const textKey = ({ name }: Pick<Entity, 'name'>, ...parts: string[]) =>
  ['setup', 'entity', name.replaceAll('-', '.'), ...parts].join('.') as TextKey;

export const fieldKey = (entity: Pick<Entity, 'name'>, field: string) => textKey(entity, 'field', field);
export const hintKey = (entity: Pick<Entity, 'name'>, field: string) => textKey(entity, 'field', field, 'hint');
export const optionKey = (entity: Pick<Entity, 'name'>, field: string, option: string) =>
  textKey(entity, 'field', field, 'option', option);

/** Every text of an entity in English, by its key. */
export function textsOf(entity: Entity): Record<string, string> {
  const { one, many, about } = entity.words;
  const texts: Record<string, string> = {
    [textKey(entity, 'one')]: one,
    [textKey(entity, 'many')]: many,
    [textKey(entity, 'about')]: about,
    // The name that the list's frame uses.
    [`listing.setup-${entity.name}`]: many
  };
  for (const [name, { label, hint, options = {} }] of Object.entries(entity.fields)) {
    texts[fieldKey(entity, name)] = label;
    if (hint) texts[hintKey(entity, name)] = hint;
    for (const [option, word] of Object.entries(options)) texts[optionKey(entity, name, option)] = word;
  }
  return texts;
}

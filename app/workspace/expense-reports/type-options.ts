import type { FieldOption } from '../ui/field-spec';

/** The expense types as options. */
export const typeOptions = (types: readonly { id: string; name: string }[]): FieldOption[] =>
  types.map(({ id, name }) => ({ value: id, label: name }));

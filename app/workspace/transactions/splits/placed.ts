import type { FieldSpec } from '../../ui/field-spec';

export const placedName = (index: number, name: string) => `splits.${index}.${name}`;

/** The name of a split's field at a position. */
export function placed(field: FieldSpec, index: number, group?: string): FieldSpec {
  const { name, sourceWith } = field;
  return {
    ...field,
    name: placedName(index, name),
    ...(group !== undefined && { group }),
    ...(sourceWith && {
      sourceWith: Object.fromEntries(
        Object.entries(sourceWith).map(([parameter, other]) => [parameter, placedName(index, other)])
      )
    })
  };
}

import type { FieldOption } from './ui/field-spec';

/** The countries by their names in a language. */
export function countryOptions(tag: string): FieldOption[] {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const collator = new Intl.Collator(tag);
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const label = names.of(code);
      return label && !['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'].includes(code) ? [{ value: code, label }] : [];
    })
    .sort((one, other) => collator.compare(one.label, other.label));
}

/** The number of a form's fields whose value differs from the one that it was opened with. */
export function changedFields(form: HTMLFormElement): number {
  const names = new Set<string>();
  for (const control of form.elements) if (isChanged(control)) names.add(control.name);
  return names.size;
}

function isChanged(control: Element): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
  return ['checkbox', 'radio'].includes(control.type)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

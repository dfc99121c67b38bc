/** The first file input of a form whose file isn't taken; it gets the focus. */
export function refusedFile(form: HTMLFormElement): boolean {
  const refused = [...form.elements].find(
    (control) => control instanceof HTMLInputElement && control.type === 'file' && control.validity.customError
  );
  (refused as HTMLInputElement | undefined)?.focus();
  return refused !== undefined;
}

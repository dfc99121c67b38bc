/** The generic rule of every field (P5.022): its message under it on blur and on submit, told to assistive technology. */
export function checkRequired(field: HTMLElement): string | null {
  const input = field.querySelector('input') as HTMLInputElement;
  const message = input.value.trim() === '' ? (field.dataset.required ?? '') : null;
  showFieldError(field, message);
  return message;
}

export function showFieldError(field: HTMLElement, message: string | null): void {
  const input = field.querySelector('input') as HTMLInputElement;
  const place = field.querySelector('.field-error') as HTMLElement;
  place.textContent = message ?? '';
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Checks a field when it is left, once somebody has typed in it, and clears its message as soon as it is mended. */
export function checkWhenLeft(field: HTMLElement): void {
  const input = field.querySelector('input') as HTMLInputElement;
  let touched = false;
  input.addEventListener('input', () => {
    touched = true;
    if (input.hasAttribute('aria-invalid')) checkRequired(field);
  });
  input.addEventListener('blur', () => {
    if (touched) checkRequired(field);
  });
}

/** A `ref` for the element to focus when its dialog opens: React intercepts the attribute. */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

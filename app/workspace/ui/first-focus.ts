/** For the `ref` of what has the focus once its dialog opens: React takes the attribute for something of its own. */
export const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '');

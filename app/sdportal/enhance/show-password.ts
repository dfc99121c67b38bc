/** The button that shows and hides a password (P2.018); it says what happened to those who can't see it. */
export function enableShowPassword(texts: Record<'show' | 'hide' | 'shown' | 'hidden', string>): void {
  const announcement = document.getElementById('announcement') as HTMLElement;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.reveal')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLInputElement;
    const show = (shown: boolean, announce: boolean) => {
      input.type = shown ? 'text' : 'password';
      button.setAttribute('aria-label', shown ? texts.hide : texts.show);
      button.toggleAttribute('data-shown', shown);
      if (announce) announcement.textContent = shown ? texts.shown : texts.hidden;
    };
    button.hidden = false;
    button.addEventListener('click', () => show(input.type === 'password', true));
    // A shown password is not offered to be stored as ordinary text.
    input.form?.addEventListener('submit', () => show(false, false), { capture: true });
  }
}

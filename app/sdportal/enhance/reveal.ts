/** Brings the show/hide buttons of secrets to life (P2.018); they say what happened to those who can't see it. */
export function enableReveal(): void {
  const announcement = document.getElementById('announcement') as HTMLElement;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.reveal')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLInputElement;
    const { hide = '', isShown = '', isHidden = '' } = button.dataset;
    const label = button.getAttribute('aria-label') ?? '';
    const show = (shown: boolean, announce: boolean) => {
      input.type = shown ? 'text' : 'password';
      button.setAttribute('aria-label', shown ? hide : label);
      button.toggleAttribute('data-shown', shown);
      if (announce) announcement.textContent = shown ? isShown : isHidden;
    };
    button.hidden = false;
    button.addEventListener('click', () => show(input.type === 'password', true));
    // A shown secret is not offered to be stored as ordinary text.
    input.form?.addEventListener('submit', () => show(false, false), { capture: true });
  }
}

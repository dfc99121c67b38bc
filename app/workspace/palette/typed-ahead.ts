/** How long what is typed is kept for a palette that is on its way: its script may never come. */
const MOST_MILLIS = 3000;

let typed = '';
let since = 0;

function keep(event: KeyboardEvent): void {
  if (Date.now() - since > MOST_MILLIS) return void takeTypedAhead();
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key.length !== 1) return;
  // The key that opens the palette, pressed again.
  if (typed !== '' || event.key !== '/') typed += event.key;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keeps what is typed from now on until the palette stands there, so that no key is lost and none acts on the page. */
export function keepTypedAhead(): void {
  typed = '';
  since = Date.now();
  document.addEventListener('keydown', keep, true);
}

/** What was typed since; the field has the focus from now on. */
export function takeTypedAhead(): string {
  document.removeEventListener('keydown', keep, true);
  const taken = typed;
  typed = '';
  return taken;
}

let pressed = false;
const waiting = new Set<() => void>();

const press = () => {
  pressed = true;
};
const release = () => {
  pressed = false;
  // Runs after the click event of the same task.
  setTimeout(() => {
    for (const work of waiting) work();
    waiting.clear();
  });
};
// The forms are also rendered on the server.
if (typeof document !== 'undefined') {
  addEventListener('pointerdown', press, true);
  for (const event of ['pointerup', 'pointercancel']) addEventListener(event, release, true);
}

/**
 * Runs a function now, or once a pressed pointer is released: a message that pushes the page down in between would move
 * the pressed button and lose the click.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.add(work);
  else work();
}

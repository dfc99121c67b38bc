let pressed = false;
const waiting = new Set<() => void>();

const press = () => {
  pressed = true;
};
const release = () => {
  pressed = false;
  // After the click that follows in the same task.
  setTimeout(() => {
    for (const work of waiting) work();
    waiting.clear();
  });
};
// The server renders the forms, too.
if (typeof document !== 'undefined') {
  addEventListener('pointerdown', press, true);
  for (const event of ['pointerup', 'pointercancel']) addEventListener(event, release, true);
}

/**
 * Does something now, or when the pointer that is down is up again: a message that pushes the page down in
 * between would take the pressed button from under the pointer, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.add(work);
  else work();
}

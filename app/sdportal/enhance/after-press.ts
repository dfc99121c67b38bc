let pressed = false;
const waiting = new Set<() => void>();

addEventListener(
  'pointerdown',
  () => {
    pressed = true;
  },
  true
);
for (const event of ['pointerup', 'pointercancel']) {
  addEventListener(
    event,
    () => {
      pressed = false;
      // After the click that follows in the same task.
      setTimeout(() => {
        for (const work of waiting) work();
        waiting.clear();
      });
    },
    true
  );
}

/**
 * Does something now, or when the pointer that is down is up again: a message that pushes the page down in
 * between would take the pressed button from under the pointer, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.add(work);
  else work();
}

'use client';

import X from 'lucide-react/icons/x';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion
} from 'react-aria-components/Toast';
import type { ToastText } from './toasts';

/** How long a toast stays; the time stops while it is pointed at or has the focus. */
const SHOWN_MILLIS = 10_000;
const AT_ONCE = 3;

const queue = new ToastQueue<ToastText>({ maxVisibleToasts: AT_ONCE });

/** Shows a toast in the region. */
export const show = (text: ToastText): string => queue.add(text, { timeout: SHOWN_MILLIS });

/** The toasts that are shown. */
export default function Region({ undoLabel }: { undoLabel: string }) {
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast: { key, content, ...rest } }) => (
        <Toast className="toast" toast={{ key, content, ...rest }}>
          <ToastContent className="toast-content">
            <Text slot="title">{content.text}</Text>
          </ToastContent>
          {content.undo && (
            <Button
              className="small"
              onPress={() => {
                queue.close(key);
                void content.undo?.();
              }}
            >
              {undoLabel}
            </Button>
          )}
          <Button slot="close" className="quiet icon-button small">
            <X />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { UploadProgress } from '@/app/workspace/ui/upload-progress';
import type { Upload } from '@/app/workspace/ui/use-upload';

const texts = { sending: 'Uploading', cancel: 'Cancel upload', cancelled: 'Upload cancelled.' };
const shown = (upload: Partial<Upload>) => {
  const none: Upload = {
    share: null,
    isCancelled: false,
    cancel: () => undefined,
    send: async (_a, _b, state) => state
  };
  return renderToStaticMarkup(createElement(UploadProgress, { upload: { ...none, ...upload }, texts }));
};

test('an upload shows its share and the way to stop it, on the server as well; then that it was stopped', () => {
  expect(shown({ share: 0.45 })).toMatch(/<progress[^>]*value="0.45".*45%.*<button[^>]*>Cancel upload</);
  expect(shown({ isCancelled: true })).toBe('<p role="status">Upload cancelled.</p>');
  expect(shown({})).toBe('');
});

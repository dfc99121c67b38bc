// Makes a photo smaller (app/workspace/ui/smaller-picture.ts): on a thread of its own, so that the page answers meanwhile.

/** The longest side of a page of A4 at 200 dots per inch, with some to spare. */
const LONGEST_SIDE = 2_400;
/** The shorter side keeps so much: a long picture of a screen stays readable. */
const SHORTER_SIDE = 1_200;

// Null for what the browser can't read.
self.addEventListener('message', async ({ data }) => self.postMessage(await smaller(data).catch(() => null)));

async function smaller(file) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = picture;
  const scale = Math.min(1, Math.max(LONGEST_SIDE / Math.max(width, height), SHORTER_SIDE / Math.min(width, height)));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  // What shines through would be black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}

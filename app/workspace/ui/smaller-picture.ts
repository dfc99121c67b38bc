/** A picture up to this size is sent as it is. */
const MOST_BYTES = 1024 ** 2;
/** The longest side of a page of A4 at 200 dots per inch, with some to spare. */
const LONGEST_SIDE = 2_400;

/**
 * A photo of a phone made smaller before it is sent: upright, and without what the camera wrote into it, such as the
 * place. Any other file, and one that the browser can't read, stays as it is.
 */
export async function smallerPicture(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type) || file.size <= MOST_BYTES) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    if (smaller.size >= file.size) return file;
    const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
    return new File([smaller], name, { type: 'image/jpeg', lastModified: file.lastModified });
  } catch {
    return file;
  }
}

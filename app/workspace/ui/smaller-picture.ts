/** A picture up to this size is sent as it is. */
const MOST_BYTES = 1024 ** 2;
/** Stands in the folder `public`: a worker is no part of the page's script. */
const WORKER = '/picture-worker.js';

/**
 * A photo of a phone made smaller before it is sent: upright, and without what the camera wrote into it, such as the
 * place. Any other file, and one that the browser can't read, stays as it is.
 */
export async function smallerPicture(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type) || file.size <= MOST_BYTES) return file;
  const smaller = await madeSmaller(file).catch(() => null);
  if (!smaller) return file;
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  return new File([smaller], name, { type: 'image/jpeg', lastModified: file.lastModified });
}

/** The thread ends with the picture, whose points take 50 MB. */
function madeSmaller(file: File): Promise<Blob | null> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER);
    const settle = (made: Blob | null) => {
      worker.terminate();
      resolve(made);
    };
    worker.addEventListener('message', ({ data }) => settle(data));
    worker.addEventListener('error', () => settle(null));
    worker.postMessage(file);
  });
}

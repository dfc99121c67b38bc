const SHOWN = ['document', 'iframe', 'frame'];

/** Whether a person is shown the answer, as a page; everything else is read by a script or a program. */
export function isShown(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest');
  if (destination !== null) return SHOWN.includes(destination);
  return !/\b(json|x-component)\b/.test(headers.get('accept') ?? '');
}

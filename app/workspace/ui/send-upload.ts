import type { FormFault, FormState } from './form-state';
import type { UploadAnswer } from './upload-answer';

export type SentBody = FormData | File;

/**
 * Sends a body and tells the share of its bytes that is sent, which `fetch` can't.
 * @throws TypeError if there is no answer, as `fetch` does, or it was stopped
 */
export function sendUpload<State extends FormState>(
  address: string,
  body: SentBody,
  told: (share: number) => void,
  signal: AbortSignal
): Promise<UploadAnswer<State>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    if (body instanceof File) request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => told(total ? loaded / total : 0));
    for (const type of ['error', 'abort', 'timeout']) request.addEventListener(type, () => reject(new TypeError(type)));
    request.addEventListener('load', () => {
      const answer = request.response as UploadAnswer<State> | { errors: FormFault[] } | null;
      if (answer && ('href' in answer || 'state' in answer)) resolve(answer);
      else if (answer && 'errors' in answer) resolve(refusedBy<State>(answer.errors));
      else reject(new Error(`The answer has status ${request.status}.`));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** The state of a form that the server refused before it looked at it. */
const refusedBy = <State extends FormState>(errors: FormFault[]) => ({
  state: {
    faults: errors.slice(0, 1).map(({ field, message }) => ({ ...(field && { field }), message })),
    values: {}
  } as unknown as State
});

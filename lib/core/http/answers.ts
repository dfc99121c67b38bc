import { z } from 'zod';
import type { Refusal } from '../entry/refusal';
import { DEFAULT_LOCALE } from '../language/locales';
import { type Translate, translator } from '../language/texts';

const NO_STORE = { 'cache-control': 'no-store' };

/** 200 with a JSON body, never stored unless `headers` say otherwise. */
export function json(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return new Response(JSON.stringify(body), {
    status: init.status ?? 200,
    headers: { ...NO_STORE, ...init.headers, 'content-type': 'application/json; charset=utf-8' }
  });
}

/** The header of a download with a name of any characters (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\u0020-\u007e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${extended}`}`;
}

/** 200 with plain text. */
export function text(body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { ...NO_STORE, ...headers, 'content-type': 'text/plain; charset=utf-8' } });
}

/** The error body of every contract (PD.1). */
export const errorsSchema = z.strictObject({
  errors: z
    .array(
      z.strictObject({
        code: z.string().meta({ description: 'The key of the message; stays the same in every language.' }),
        field: z.string().optional().meta({ description: 'The field or parameter it belongs to.' }),
        message: z.string().meta({
          description:
            'In the language of the page: that of the brand’s which the user_locale cookie or Accept-Language asks for.'
        })
      })
    )
    .min(1)
    .meta({ description: 'The first entry is the one to show.' })
});

/** Finds the texts for the page of a request. */
type WordsFor = (request: Request) => Promise<Translate>;

// Route handlers are evaluated separately from the process's start.
const place = globalThis as typeof globalThis & { tesseraWordsFor?: WordsFor };

/** Sets the source of error texts, which knows the brands and their languages; core doesn't. */
export function wordErrorsBy(wordsFor: WordsFor): void {
  place.tesseraWordsFor = wordsFor;
}

/**
 * A refusal with the body of `errorsSchema`: the first entry is the one to show; `message` is in the language of the
 * page.
 */
export async function errors(
  status: number,
  refusals: Refusal[],
  request: Request,
  headers: Record<string, string> = {}
): Promise<Response> {
  // Without any brand there is no page either.
  const t = (await place.tesseraWordsFor?.(request).catch(() => null)) ?? translator(DEFAULT_LOCALE);
  const body = {
    errors: refusals.map(({ code, field, message, params }) => ({
      code,
      ...(field && { field }),
      message: t(message ?? code, params)
    }))
  };
  return json(body, { status, headers });
}

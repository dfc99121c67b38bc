import type { Brand } from '@/lib/brand/brands/directory';
import { openBrand } from '@/lib/brand/studio/drafts';
import { withForm } from '@/lib/brand/studio/form';
import { previewBrand } from '@/lib/brand/studio/preview';
import { type SystemAdministrator, systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { errors } from '@/lib/core/http/answers';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { BodyRefused, readBody } from '@/lib/core/http/body';
import { originOf } from '@/lib/core/http/origin';
import { isLocale, type Locale } from '@/lib/core/language/locales';
import { log } from '@/lib/core/server/log';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** Large enough for every field of the design. */
const MOST_BYTES = 524_288;

interface Asked {
  /** The unsaved values of a form; null: the saved draft. */
  form: Record<string, string> | null;
  /** The requested locale. */
  wanted: string | string[] | undefined;
}

/**
 * A brand as it would look after saving, with the preview's language; null if there is no such brand. Writes nothing.
 */
export async function draftShown(
  by: SystemAdministrator,
  name: string,
  { form, wanted }: Asked
): Promise<{ brand: Brand; locale: Locale } | null> {
  const opened = await openBrand(by, name);
  if (!opened) return null;
  const content = form ? withForm(opened.content, form) : opened.content;
  const brand = await previewBrand(by, name, content, opened.published);
  return { brand, locale: typeof wanted === 'string' && isLocale(wanted) ? wanted : (brand.locales[0] as Locale) };
}

interface Preview {
  by: SystemAdministrator;
  brand: Brand;
  locale: Locale;
  /** The other parameters of the form or the address. */
  asked: Record<string, string>;
}

type Handler = (request: Request, context: { params: Promise<{ name: string }> }) => Promise<Response>;

/**
 * A preview document of a brand: GET shows the saved draft, POST an unsaved form of a page of this host. Only a system
 * administrator finds it.
 */
export function preview(show: (preview: Preview) => Promise<Response>): { GET: Handler; POST: Handler } {
  const answer = async (request: Request, name: string): Promise<Response> => {
    const isPosted = request.method === 'POST';
    if (isPosted && !isSameOrigin(request.headers)) return errors(403, [{ code: 'request.forged' }], request);
    const actor = await signedInActor(request);
    const by = actor && (await systemAdministrator(actor, originOf(request.headers)));
    if (!by) return errors(404, [{ code: 'not.found' }], request);
    const asked = isPosted ? await readFields(request) : Object.fromEntries(new URL(request.url).searchParams);
    const shown = await draftShown(by, name, { form: isPosted ? asked : null, wanted: asked.previewLocale });
    return shown ? show({ by, ...shown, asked }) : errors(404, [{ code: 'not.found' }], request);
  };
  const handle: Handler = async (request, { params }) => {
    try {
      return await answer(request, (await params).name);
    } catch (err) {
      if (err instanceof BodyRefused) return errors(err.status, [err.refusal], request);
      log.error({ err, requestId: request.headers.get('x-request-id') }, 'a preview of the brand studio failed');
      return errors(500, [{ code: 'error.system.message' }], request);
    }
  };
  return { GET: handle, POST: handle };
}

const readFields = async (request: Request) => (await readBody(request, 'form', MOST_BYTES)) as Record<string, string>;

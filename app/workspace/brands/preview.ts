import type { Brand } from '@/lib/brand/brands/directory';
import { openBrand } from '@/lib/brand/studio/drafts';
import { withForm } from '@/lib/brand/studio/form';
import { previewBrand } from '@/lib/brand/studio/preview';
import { type SystemAdministrator, systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { errors } from '@/lib/core/http/answers';
import { originOf } from '@/lib/core/http/origin';
import { isLocale, type Locale } from '@/lib/core/language/locales';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { formFields, studioForm } from './studio-form';

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

/** A preview document of a brand: GET shows the saved draft, POST an unsaved form. */
export function preview(show: (preview: Preview) => Promise<Response>): { GET: Handler; POST: Handler } {
  const answer = async (by: SystemAdministrator, name: string, asked: Record<string, string>, request: Request) => {
    const form = request.method === 'POST' ? asked : null;
    const shown = await draftShown(by, name, { form, wanted: asked.previewLocale });
    return shown ? show({ by, ...shown, asked }) : errors(404, [{ code: 'not.found' }], request);
  };
  return {
    async GET(request, { params }) {
      const actor = await signedInActor(request);
      const by = actor && (await systemAdministrator(actor, originOf(request.headers)));
      if (!by) return errors(404, [{ code: 'not.found' }], request);
      return answer(by, (await params).name, Object.fromEntries(new URL(request.url).searchParams), request);
    },
    POST: studioForm(formFields, (by, asked, { name = '' }, request) => answer(by, name, asked, request))
  };
}

import { imageFile } from '@/lib/brand/brands/images';
import { LOGO, renderMailOf } from '@/lib/brand/mail/render';
import { isTemplate, sampleMail } from '@/lib/brand/mail/samples';
import { preview } from '../../../preview';

/** Previews a brand's mail from its draft. */
export const { GET, POST } = preview(async ({ by, brand, locale, asked }) => {
  const template = isTemplate(asked.previewMail) ? asked.previewMail : 'one_time_pin';
  const { html } = renderMailOf(brand, { ...sampleMail(template), name: by.name, locale });
  // The frame may fetch nothing, so the logo is embedded in the mail.
  const digest = brand.images.get('logo/image/png')?.address.split('/').at(-1) ?? '';
  const logo = await imageFile(digest);
  const shown = logo
    ? html.replace(`cid:${LOGO}`, `data:${logo.mediaType};base64,${Buffer.from(logo.bytes).toString('base64')}`)
    : html;
  return new Response(shown, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
    }
  });
});

import { renderMailOf } from '@/lib/mail/render';
import { isTemplate, sampleMail } from '@/lib/mail/samples';
import { preview } from '../../../preview';

/** A mail of a brand as its draft makes it. */
export const { GET, POST } = preview(async ({ by, brand, locale, asked }) => {
  const template = isTemplate(asked.previewMail) ? asked.previewMail : 'one_time_pin';
  const { html } = renderMailOf(brand, { ...sampleMail(template), name: by.name, locale });
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
    }
  });
});

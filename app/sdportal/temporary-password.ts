import { audienceOf } from '@/lib/brand/brands/audience';
import { findBrand } from '@/lib/brand/brands/resolve';
import { errors, json } from '@/lib/core/http/answers';
import { tooManyRequests } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { requestTemporaryPassword, type TemporaryRequest } from '@/lib/sign-in/recovery/recovery';

/**
 * Handles the two calls that request a temporary password with the answer to the security question (P7.012, PD.5): 202,
 * or 422 with the error at `questionResponse`, or 429, alike for known and unknown users; 403 if the brand uses reset
 * links.
 */
export async function answerTemporaryPasswordCall(
  request: Request,
  asked: TemporaryRequest & { locale: string | undefined; cobrandName?: string | undefined }
): Promise<Response> {
  const page = await audienceOf(request);
  const brand = (asked.cobrandName ? await findBrand(asked.cobrandName) : null) ?? page.brand;
  const place = { brand, locale: asked.locale ?? page.locale };
  const result = await requestTemporaryPassword(asked, place, originOf(request.headers));
  if (result.ok) return json({}, { status: 202 });
  if (result.retryAfter) return tooManyRequests(result.retryAfter, request);
  return errors(result.refusal.code === 'recovery.by.link' ? 403 : 422, [result.refusal], request);
}

import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { isFormTooLarge } from '@/lib/core/http/body';

/** What was typed into a form whose post could not be taken. */
export interface PostedForm {
  encoding: string;
  /** Null when it can't be kept: a file is in it, or it is no form. */
  fields: [string, string][] | null;
}

const ENCODING = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/;
/** Fields that are typed anew: a page holds no secrets. */
const SECRET = /password|passcode|credential|^(new)?pin$/i;

/** The form that a page of this host posted, to be sent again from the answer. */
export async function postedForm(request: Request): Promise<PostedForm> {
  const encoding = ENCODING.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
  const isKept = encoding !== '' && isSameOrigin(request.headers) && !(await isFormTooLarge(request.clone()));
  const form = isKept ? await request.formData().catch(() => null) : null;
  const entries = form ? [...form] : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hasFile = entries.some(([, value]) => typeof value !== 'string' && value.size > 0);
  return { encoding, fields: form && !hasFile ? texts.filter(([name]) => !SECRET.test(name)) : null };
}

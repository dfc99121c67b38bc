import { headers } from 'next/headers';
import { contextOf, type PageContext } from '@/app/sdportal/page-context';
import { audienceOf } from '@/lib/brand/brands/audience';

/** The context of a page of the demo: the brand of the host name, in the reader's language. */
export async function demoContext(): Promise<PageContext> {
  return contextOf(await audienceOf(new Request('http://portal.invalid/', { headers: await headers() })));
}

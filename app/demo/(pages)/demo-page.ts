import { headers } from 'next/headers';
import { contextOf, type PageContext } from '@/app/sdportal/page-context';
import { pageRequest } from '@/app/sdportal/page-request';

/** The context of a page of the demo: the brand of the host name, in the reader's language. */
export async function demoContext(): Promise<PageContext> {
  return contextOf(await pageRequest(new Request('http://portal.invalid/', { headers: await headers() })));
}

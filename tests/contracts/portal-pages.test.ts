import { bundleTexts } from '@/lib/core/language/texts';
import { aCardholder, failuresOf } from '../support/people';
import type { Answer } from '../support/portal-client';
import { useServer } from '../support/server-world';

const world = useServer();
const SIGN_IN = '/sdportal/login-signin-component';
const ENGLISH = { 'Accept-Language': 'en-US' };
const FIELDS = { userId: 'somebody', password: 'Something-77' };
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const POSTED = { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...SAME_ORIGIN } };

const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
const titleOf = ({ body }: Answer) => /<h1>([^<]+)<\/h1>/.exec(body)?.[1];

describe('a page that is the same for everybody', () => {
  test('F-2 P9.010 is known inside the product by an address that nobody can ask for', async () => {
    const { body } = await world.client('norrvik.localhost').call(SIGN_IN);
    const internal =
      /\/sdportal\/norrvik(?:~|\\u007e)[0-9a-f]{12}[^"\\]*/.exec(body)?.[0] ?? '/sdportal/norrvik~0123456789ab';
    const audience = internal.split('/')[2] as string;
    for (const path of [
      `/sdportal/${audience}/sv/login-signin-component`,
      `/sdportal/${audience.replaceAll('~', '%7E')}/sv/login-signin-component`,
      `//sdportal/${audience}/sv/login-signin-component`,
      `/sdportal//${audience}/sv/login-signin-component`,
      `/sdportal/${audience}/sv/login-signin-component/`,
      `/sdportal/${audience}/sv/login-signin-component?_rsc=1`,
      `/sdportal/${audience}/sv/refused`,
      `/_next/../sdportal/${audience}/sv/login-signin-component`,
      `/_next/%2e%2e/sdportal/${audience}/sv/login-signin-component`,
      `/_next\\..\\sdportal/${audience}/sv/login-signin-component`,
      `/sdportal/${audience}/sv/unavailable?at=/anywhere`,
      `/sdportal/${audience}/sv/maintenance`,
      `/sdportal/${audience}/sv/form-expired`,
      '/sdportal/norrvik/sv/login-signin-component',
      '/sdportal/x/y/login-signin-component'
    ]) {
      const { status, body } = await world.client('norrvik.localhost').call(path);
      expect([path, [404, 308].includes(status)]).toEqual([path, true]);
      expect(body).not.toContain('id="password"');
    }
  });

  test('is not changed for others by what a request brings along', async () => {
    const client = world.client('bramley.localhost');
    const odd: Record<string, string>[] = [
      { 'X-Forwarded-Host': 'evil.example', 'X-Original-Url': '/evil', 'X-Rewrite-Url': '/evil' },
      { RSC: '1', 'Next-Router-State-Tree': '%5B%22evil%22%5D', 'Next-Router-Prefetch': '1' },
      { 'Next-Action': '00'.repeat(21), 'X-Tessera-Page': '/evil' },
      { 'X-Middleware-Subrequest': 'proxy', 'X-Nextjs-Data': '1', 'X-Matched-Path': '/evil' },
      { 'Content-Security-Policy': "script-src 'nonce-evil'", 'X-Nonce': 'evil' }
    ];
    for (const headers of odd) await client.call(SIGN_IN, { headers: { ...ENGLISH, ...headers } });
    const { status, body, headers } = await client.call(SIGN_IN, { headers: ENGLISH });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).not.toContain('evil');
    expect(policyOf({ headers } as Answer)).not.toContain('nonce');
  });

  test('brings its policy when it is made and when it is kept', async () => {
    const client = world.client('wendemere.localhost');
    const [made, kept] = [
      await client.call(SIGN_IN, { headers: ENGLISH }),
      await client.call(SIGN_IN, { headers: ENGLISH })
    ];
    expect(kept.headers['x-nextjs-cache']).toBe('HIT');
    expect(policyOf(kept)).toBe(policyOf(made));
    expect(policyOf(kept)).toMatch(
      /^default-src 'none'; script-src 'self'( 'sha256-[^ ]+')+; style-src 'sha256-[^ ]+';/
    );
  });
});

describe('an answer to a post', () => {
  test('has a nonce of its own on every script, and is kept nowhere', async () => {
    const answers = [0, 1].map(() => world.client().submit(SIGN_IN, { userId: '', password: '' }, ENGLISH));
    const nonces = (await Promise.all(answers)).map((answer) => {
      const nonce = /'nonce-([^']+)'/.exec(policyOf(answer))?.[1];
      expect(answer.headers['cache-control']).toBe('no-store');
      for (const [script] of answer.body.matchAll(/<script\b[^>]*>/g)) expect(script).toContain(`nonce="${nonce}"`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  test.each([
    ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another host of ours', { Origin: 'http://norrvik.localhost', 'Sec-Fetch-Site': 'same-site' }, 403],
    ['nowhere', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403]
  ])('P7.002 from %s is refused before the action runs, with a page', async (_from, headers, status) => {
    const person = await aCardholder(world.database);
    const answer = await world
      .client()
      .submit(SIGN_IN, { userId: person.userId, password: 'wrong' }, { ...ENGLISH, ...headers });
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
    expect(titleOf(answer)).toBe(bundleTexts('en_US', 'PortalLabels')['request.refused.title']);
    expect(await failuresOf(world.database, person)).toBe(0);
  });

  test('P7.002 without any sign of where it comes from is refused', async () => {
    const { status } = await world
      .client()
      .call(SIGN_IN, { ...POSTED, headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: '--x--' });
    expect(status).toBe(403);
  });

  test.each([
    ['larger than any form of ours', { body: Buffer.alloc(20_000), ...POSTED }, 413],
    [
      'of unknown size',
      { body: '--x--', method: 'POST', headers: { ...POSTED.headers, 'Transfer-Encoding': 'chunked' } },
      411
    ],
    [
      'of the wrong type',
      {
        body: 'userId=a&password=b',
        method: 'POST',
        headers: { ...SAME_ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' }
      },
      415
    ],
    [
      'that is no form',
      { body: '{}', method: 'POST', headers: { ...SAME_ORIGIN, 'Content-Type': 'application/json' } },
      415
    ]
  ])('%s is refused with a page before anything is read', async (_what, call, status) => {
    const answer = await world.client('norrvik.localhost').call(SIGN_IN, call);
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
    expect(answer.body).toContain('data-brand="norrvik"');
  });

  test('of a form that a newer release has another in place of leads to the page anew, with a sentence', async () => {
    const client = world.client('norrvik.localhost');
    const page = await client.call(SIGN_IN, { headers: ENGLISH });
    const stale = { ...page, body: page.body.replace(/(?<="\$ACTION_1:0" value="[^"]*)[0-9a-f]{42}/, '0'.repeat(42)) };
    const answer = await client.submitAgain(stale, SIGN_IN, FIELDS, ENGLISH);
    expect([answer.status, answer.headers.location]).toEqual([303, `${SIGN_IN}?expired=1`]);
    const fresh = await client.call(`${SIGN_IN}?expired=1`, { headers: ENGLISH });
    expect([fresh.status, titleOf(fresh)]).toEqual([200, bundleTexts('en_US', 'PortalLabels')['sign.in.expired']]);
    expect(fresh.body).toContain(`href="${SIGN_IN}"`);
  });

  test('that is stale behind a mailed link leads to the page anew with the token of the link', async () => {
    const page = '/sdportal/change-password-token-component?cobrandHost=norrvik&token=a%2Btoken';
    const stale = { ...POSTED.headers, 'Content-Type': 'multipart/form-data; boundary=x' };
    const body = `--x\r\nContent-Disposition: form-data; name="$ACTION_ID_${'0'.repeat(42)}"\r\n\r\n\r\n--x--\r\n`;
    const client = world.client();
    const answer = await client.call(page, { ...POSTED, headers: { ...stale, ...ENGLISH }, body });
    expect([answer.status, answer.headers.location]).toEqual([303, `${page}&expired=1`]);
    const fresh = await client.call(`${page}&expired=1`, { headers: ENGLISH });
    expect(fresh.headers['cache-control']).toBe('no-store');
    expect(fresh.body).toContain(`href="${page.replace('&', '&amp;')}"`);
  });

  test('of another site is refused in the language of the page, one that the workspace has not, too', async () => {
    const headers = { 'Accept-Language': 'sv', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await world.client('norrvik.localhost').submit(SIGN_IN, FIELDS, headers);
    expect([answer.status, titleOf(answer)]).toEqual([403, 'Begäran godtogs inte']);
  });

  test('with a field twice, or a file in place of a text, is refused in the page', async () => {
    const client = world.client();
    const page = await client.call(SIGN_IN);
    for (const odd of [
      (form: FormData) => form.append('userId', 'another'),
      (form: FormData) => form.set('password', new Blob(['x']), 'x.txt')
    ]) {
      const answer = await client.submitAgain(page, SIGN_IN, FIELDS, ENGLISH, odd);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('id="error-summary"');
    }
  });
});

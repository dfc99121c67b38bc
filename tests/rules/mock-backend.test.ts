import { STATUS_CODES } from 'node:http';
import fc from 'fast-check';
import { answerMock } from '@/lib/composition/mock/answer';
import { FilterRefused, filterItems } from '@/lib/composition/mock/filter';
import { HTTP_STATUSES } from '@/lib/composition/mock/http-status';
import { mockStore } from '@/lib/composition/mock/store';
import { BodyRefused } from '@/lib/core/http/body';
import { useDatabase } from '../support/module-world';

useDatabase({ seeded: true });

const call = (method: string, address: string, sent?: unknown) => {
  const { pathname, searchParams } = new URL(address, 'http://mock');
  return answerMock({
    method,
    path: pathname.split('/').filter(Boolean).map(decodeURIComponent),
    query: searchParams,
    body: async () => sent
  });
};
const defaults = {
  apiBase: '',
  host: '',
  rootPath: '',
  delay: 500,
  caseSensitiveSearch: false,
  dataEncapsulation: false,
  delete404: false,
  post204: true,
  post409: false,
  put204: true,
  put404: false,
  passThruUnknownUrl: false
};
beforeEach(async () => {
  await call('POST', '/commands/resetDb');
  await call('POST', '/commands/config', { ...defaults, delay: 0 });
});

/** How many milliseconds of delay an answer waits for. */
async function delayOf(method: string, address: string): Promise<number> {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const answered = jest.fn();
  const answer = call(method, address).then(answered);
  let waited = 0;
  for (; answered.mock.calls.length === 0; waited += 50) await jest.advanceTimersByTimeAsync(50);
  await answer;
  jest.useRealTimers();
  return waited;
}

describe('collections', () => {
  test('C7.012 C3.047 C2.039 hold what the product itself serves, each a list of items with an id', async () => {
    const collections = await mockStore().collections;
    expect([...collections.keys()]).toEqual([
      'cobrands',
      'locales',
      'securityQuestions',
      'logoutLabels',
      'tokenPinInformation',
      'temporaryPasswords',
      'httpStatuses'
    ]);
    for (const items of collections.values()) {
      const ids = items.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    }
    const { body } = await call('GET', '/cobrands');
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual([
      'abnamro',
      'citigroup',
      'comerica',
      'mastercard'
    ]);
  });

  test('C7.012 are read, added to, changed and shortened', async () => {
    expect(await call('GET', '/securityQuestions/1')).toMatchObject({ status: 200, body: { questionId: 'first.pet' } });
    const added = await call('POST', '/securityQuestions', { questionId: 'first.car' });
    expect(added).toMatchObject({
      status: 201,
      body: { id: 7, questionId: 'first.car' },
      headers: { location: '/mock/securityQuestions/7' }
    });
    expect(await call('PUT', '/securityQuestions/7', { id: 7, questionId: 'first.boat' })).toEqual({ status: 204 });
    expect((await call('GET', '/securityQuestions/7')).body).toEqual({ id: 7, questionId: 'first.boat' });
    expect(await call('DELETE', '/securityQuestions/7')).toEqual({ status: 204 });
    expect((await call('GET', '/securityQuestions/7')).status).toBe(404);
    expect(((await call('GET', '/securityQuestions.json')).body as unknown[]).length).toBe(6);
  });

  test('CD.50 do by default what angular-in-memory-web-api does by default', async () => {
    expect((await call('DELETE', '/locales/xx')).status).toBe(204);
    expect((await call('POST', '/locales', { id: 'en_US', name: 'posted over' })).status).toBe(204);
    expect((await call('GET', '/locales/en_US')).body).toEqual({ id: 'en_US', name: 'posted over' });
    expect(await call('PUT', '/locales/xx', { id: 'xx', name: 'new' })).toMatchObject({
      status: 201,
      body: { id: 'xx', name: 'new' }
    });
    expect((await call('POST', '/locales/yy', { name: 'its id in the address' })).body).toMatchObject({ id: 'yy' });
  });

  test('C3.048 a new item gets the highest numeric id so far plus one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 1 }), async (ids) => {
        await call('POST', '/commands/resetDb');
        for (const id of ids) await call('PUT', '/temporaryPasswords', { id });
        expect((await call('POST', '/temporaryPasswords', {})).body).toEqual({ id: Math.max(1, ...ids) + 1 });
      }),
      { numRuns: 25 }
    );
  });

  test('hold a thousand items at most', async () => {
    for (let id = 2; id <= 1_000; id++) await call('PUT', '/temporaryPasswords', { id });
    expect((await call('POST', '/temporaryPasswords', {})).status).toBe(507);
    expect((await call('PUT', '/temporaryPasswords', { id: 5 })).status).toBe(204);
  });
});

describe('filters', () => {
  const names = async (query: string) =>
    ((await call('GET', `/locales?${query}`)).body as { id: string }[]).map(({ id }) => id);

  test('C7.012 are regular expressions over fields, all of which have to match', async () => {
    expect(await names('name=^span')).toEqual(['es', 'es_ES']);
    expect(await names('name=^Port&id=_')).toEqual(['pt_PT']);
    expect(await names('id=^(da|de)$')).toEqual(['da', 'de']);
    expect(await names('nonesuch=.*')).toEqual([]);
    expect(await names('__proto__=.*')).toEqual([]);
    await call('POST', '/commands/config', { caseSensitiveSearch: true });
    expect(await names('name=^span')).toEqual([]);
  });

  test.each([
    ['(a+)+$', 200],
    ['(a|aa)+$', 200],
    ['(.*a){30}b', 200],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 200],
    ['(?:[^a]|a){0,1000}b$', 400],
    ['((a{0,99}){0,99}){0,99}$', 400],
    ['(a)\\1', 400],
    ['(?=a)b', 400],
    ['(', 400],
    ['a'.repeat(201), 400]
  ])('C7.012 CD.50 %s is run in linear time or refused', async (pattern, status) => {
    await call('PUT', '/locales', { id: 'long', name: `${'a'.repeat(15_000)}!` });
    const { body, ...answer } = await call('GET', `/locales?name=${encodeURIComponent(pattern)}`);
    expect([pattern, answer.status]).toEqual([pattern, status]);
    expect(JSON.stringify(body)).not.toContain('!');
  });

  test('no more than ten are taken', () => {
    const filters = new URLSearchParams(Array.from({ length: 11 }, (_, n) => [`field${n}`, 'x']));
    expect(() => filterItems([], filters, false)).toThrow(FilterRefused);
  });

  test('an expression of plain letters finds what includes finds', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.stringMatching(/^[a-z]{0,3}$/), (texts, part) => {
        const items = texts.map((text, id) => ({ id, text }));
        const found = filterItems(items, new URLSearchParams({ text: part }), true);
        expect(found).toEqual(items.filter(({ text }) => text.includes(part)));
      })
    );
  });
});

describe('statuses', () => {
  test.each([
    ['GET', '/nonesuch', 404],
    ['GET', '/locales/xx', 404],
    ['GET', '/', 404],
    ['GET', '/locales/en_US/more', 404],
    ['PUT', '/nonesuch/1', 404],
    ['DELETE', '/nonesuch/1', 404],
    ['DELETE', '/locales', 404],
    ['PUT', '/locales/en_US', 404],
    ['GET', '/constructor', 404]
  ])('C8.043 %s %s', async (method, address, status) => {
    expect(await call(method, address, {})).toEqual({ status, body: { error: expect.any(String) } });
  });

  test('CD.50 a post to an unknown path is 500', async () => {
    for (const address of ['/nonesuch', '/nonesuch/1', '/locales/en_US/more', '/'])
      expect((await call('POST', address, {})).status).toBe(500);
  });

  test.each(['PATCH', 'HEAD', 'OPTIONS'])('C8.044 %s', async (method) => {
    const { status, headers } = await call(method, '/locales');
    expect([status, headers?.allow]).toEqual([405, 'GET, POST, PUT, DELETE']);
    expect((await call('DELETE', '/commands/config')).status).toBe(405);
    expect((await call('GET', '/commands/resetDb')).status).toBe(405);
  });

  test('C8.045 an id in the address other than that of the item', async () => {
    expect((await call('PUT', '/locales/da', { id: 'de' })).status).toBe(400);
    expect((await call('POST', '/locales/da', { id: 'de' })).status).toBe(400);
    expect((await call('PUT', '/securityQuestions/1', { id: '1' })).status).toBe(400);
  });

  test('C8.046 an item whose id can not be generated', async () => {
    expect((await call('POST', '/locales', { name: 'ids are texts' })).status).toBe(422);
    await call('DELETE', '/temporaryPasswords/1');
    expect((await call('POST', '/temporaryPasswords', { name: 'empty' })).status).toBe(422);
    await call('PUT', '/securityQuestions', { id: Number.MAX_SAFE_INTEGER });
    expect((await call('POST', '/securityQuestions', {})).status).toBe(422);
  });

  test('C8.047 an unknown command, and an error of its own', async () => {
    for (const [method, address] of [
      ['POST', '/commands/explode'],
      ['GET', '/commands/explode'],
      ['GET', '/commands']
    ] as const)
      expect((await call(method, address)).status).toBe(500);
    const failing = answerMock({
      method: 'POST',
      path: ['locales'],
      query: new URLSearchParams(),
      body: () => Promise.reject(new Error('secret inside'))
    });
    expect(await failing).toEqual({ status: 500, body: { error: 'The mock backend failed' } });
  });

  test.each([null, [], 'text', 7, { id: {} }, { id: true }])('%j is no item', async (sent) => {
    expect((await call('POST', '/locales', sent)).status).toBe(400);
    expect((await call('PUT', '/locales', sent)).status).toBe(400);
  });

  test('a body that can not be read keeps its own status', async () => {
    const refused = answerMock({
      method: 'POST',
      path: ['locales'],
      query: new URLSearchParams(),
      body: () => Promise.reject(new BodyRefused(413, { code: 'body.too.large' }))
    });
    expect((await refused).status).toBe(413);
  });

  test('C8.048 every status from 1xx to 5xx is described', async () => {
    const codes = Object.keys(STATUS_CODES).map(Number);
    expect(HTTP_STATUSES.map(({ id }) => id)).toEqual(expect.arrayContaining(codes));
    for (const { text, description } of HTTP_STATUSES) expect([text, description]).not.toContain('');
    expect((await call('GET', '/httpStatuses/404')).body).toMatchObject({ text: 'Not Found' });
  });
});

describe('commands', () => {
  test('C7.012 resetDb brings back what there was at first', async () => {
    await call('DELETE', '/locales/da');
    await call('PUT', '/locales/de', { id: 'de', name: 'changed' });
    expect(await call('POST', '/commands/resetDb')).toEqual({ status: 204 });
    expect((await call('GET', '/locales/da')).body).toEqual({ id: 'da', name: 'Danish' });
    expect((await call('GET', '/locales/de')).body).toEqual({ id: 'de', name: 'German' });
  });

  test('C7.012 CD.50 resetDb with clear leaves every collection there, and empty', async () => {
    expect(await call('POST', '/commands/resetDb', { clear: true })).toEqual({ status: 204 });
    expect((await call('GET', '/locales')).body).toEqual([]);
    expect((await call('GET', '/nonesuch')).status).toBe(404);
    expect(await call('POST', '/commands/resetDb', { clear: false })).toEqual({ status: 204 });
    expect((await call('GET', '/locales/da')).body).toEqual({ id: 'da', name: 'Danish' });
  });

  test('C7.012 CD.50 what is unknown is passed on to the product where the configuration says so', async () => {
    expect((await call('GET', '/services/unknown/5')).status).toBe(404);
    await call('POST', '/commands/config', { passThruUnknownUrl: true });
    const passed = (path: string) => call('GET', path);
    expect(await passed('/services/unknown/5')).toEqual({ status: 307, headers: { location: '/services/unknown/5' } });
    expect((await passed('//evil.example')).status).toBe(404);
    expect((await passed('/a/%2F%2Fevil.example')).headers?.location).toMatch(/^\/a\/[^/]+$/);
    expect((await passed('/locales/da')).status).toBe(200);
  });

  test('C7.012 config is read and changed, and what it does not know is refused', async () => {
    expect(await call('POST', '/commands/config', { put204: false, post204: false, delete404: true })).toEqual({
      status: 204
    });
    expect((await call('GET', '/commands/config')).body).toEqual({
      ...defaults,
      delay: 0,
      put204: false,
      post204: false,
      delete404: true
    });
    const item = { id: 'da', name: 'Dansk' };
    expect(await call('PUT', '/locales/da', item)).toMatchObject({ status: 200, body: item });
    expect(await call('POST', '/locales', item)).toMatchObject({ status: 200, body: item });
    expect((await call('DELETE', '/locales/xx')).status).toBe(404);
    await call('POST', '/commands/config', { put404: true, post409: true, dataEncapsulation: true });
    expect((await call('PUT', '/locales/xx', { id: 'xx' })).status).toBe(404);
    expect((await call('POST', '/locales', item)).status).toBe(409);
    expect((await call('GET', '/locales/da')).body).toEqual({ data: item });
    for (const wrong of [
      { delay: -1 },
      { delay: 10_001 },
      { delay: 'x' },
      { passThruUnknownUrl: 1 },
      { proxy: 'x' },
      null,
      []
    ])
      expect((await call('POST', '/commands/config', wrong)).status).toBe(400);
  });

  test('C7.013 C9.045 collections answer after 500 ms by default, commands at once', async () => {
    await call('POST', '/commands/config', defaults);
    expect(await delayOf('GET', '/locales')).toBe(500);
    expect(await delayOf('GET', '/nonesuch')).toBe(500);
    expect(await delayOf('GET', '/commands/config')).toBeLessThanOrEqual(50);
    await call('POST', '/commands/config', { delay: 150 });
    expect(await delayOf('GET', '/locales')).toBe(150);
  });
});

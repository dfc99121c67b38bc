import dns from 'node:dns/promises';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { leadsInward, outsideOf } from '@/lib/core/http/outside-address';
import { postOutside } from '@/lib/core/http/post-outside';
import { readConfig } from '@/lib/core/server/config';

// The one network that the operator of these tests allows.
Object.assign(process.env, {
  TESSERA_MODE: 'development',
  TESSERA_SECRET: 'a'.repeat(40),
  DATABASE_URL: 'postgresql://nowhere',
  INTEGRATOR_NETWORKS: '127.0.0.2/32'
});

afterEach(() => jest.restoreAllMocks());

/** Names mean these addresses. */
const resolving = (...addresses: string[]) =>
  jest
    .spyOn(dns, 'lookup')
    .mockResolvedValue(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never);
const of = (address: string) => outsideOf(new URL(address));

describe('C3.021 what leads inward', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::1'
  ])('%s', (address) => {
    expect(leadsInward(address)).toBe(true);
  });

  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '172.15.0.1',
    '192.167.1.1',
    '100.128.0.1',
    '2a00:1450:4001::1',
    '2606:4700::1111'
  ])('C3.021 %s is public', (address) => {
    expect(leadsInward(address)).toBe(false);
  });
});

describe('C3.021 an address that somebody typed', () => {
  test.each([
    ['a private address', 'https://10.0.0.1/hook'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['a decimal address', 'https://2130706433/'],
    ['a hexadecimal one', 'https://0x7f.1/'],
    ['an octal one', 'https://0177.0.0.1/'],
    ['this machine in IPv6', 'https://[::1]/'],
    ['a private one written as IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['another address than the allowed one', 'http://127.0.0.1/']
  ])('%s is refused', async (_, address) => {
    expect(await of(address)).toBe('inward');
  });

  test('C3.021 a name is refused as soon as one of its addresses leads inward', async () => {
    resolving('8.8.8.8', '10.0.0.1');
    expect(await of('https://hooks.example/')).toBe('inward');
    resolving('8.8.8.8', 'fe80::1');
    expect(await of('https://hooks.example/')).toBe('inward');
    // The allowed network is no way to another one.
    resolving('127.0.0.2', '10.0.0.1');
    expect(await of('https://hooks.example/')).toBe('inward');
    resolving('8.8.8.8');
    expect(await of('https://hooks.example/')).toEqual({ address: '8.8.8.8', isOwn: false });
  });

  test('C3.021 only the operator’s own networks do without TLS', async () => {
    resolving('8.8.8.8');
    expect(await of('http://hooks.example/')).toBe('insecure');
    expect(await of('http://127.0.0.2/')).toEqual({ address: '127.0.0.2', isOwn: true });
  });

  test('C3.021 a name that can’t be resolved leads nowhere', async () => {
    jest.spyOn(dns, 'lookup').mockRejectedValue(new Error('ENOTFOUND'));
    expect(await of('https://hooks.example/')).toBe('unknown');
  });

  test('networks are addresses with a prefix', () => {
    const good = { DATABASE_URL: 'postgresql://x', TESSERA_SECRET: 'x', TESSERA_MODE: 'development' };
    const networks = (list: string) =>
      readConfig({ ...good, TESSERA_SECRET: 'a'.repeat(40), INTEGRATOR_NETWORKS: list }).INTEGRATOR_NETWORKS;
    expect(networks('10.1.0.0/16,fd00::/8')).toEqual(['10.1.0.0/16', 'fd00::/8']);
    expect(() => networks('everything')).toThrow(/INTEGRATOR_NETWORKS/);
  });
});

describe('C3.021 posting', () => {
  let server: http.Server;
  let port: number;
  let got: { path: string | undefined; host: string | undefined }[];
  let answer: (response: http.ServerResponse) => void;

  beforeEach(async () => {
    got = [];
    answer = (response) => response.writeHead(204).end();
    server = http.createServer(({ url: path, headers: { host } }, response) => {
      got.push({ path, host });
      answer(response);
    });
    server.listen(0, '127.0.0.2');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.close());
  const post = (host: string) => postOutside(`http://${host}:${port}/hook`, { headers: {}, body: '{}' });

  test('C3.021 the address that was checked is the one that is connected to, whatever the name means afterwards', async () => {
    const lookup = resolving('127.0.0.2');
    expect(await post('hooks.example')).toEqual({ status: 204 });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(got).toEqual([{ path: '/hook', host: `hooks.example:${port}` }]);
  });

  test('C3.021 a redirect is not followed', async () => {
    answer = (response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/elsewhere` }).end();
    expect(await post('127.0.0.2')).toEqual({ status: 302 });
    expect(got).toHaveLength(1);
  });

  test('C3.021 nothing is sent inward', async () => {
    resolving('127.0.0.1');
    expect(await post('hooks.example')).toEqual({ fault: 'inward' });
    expect(got).toEqual([]);
  });

  test('C3.021 where nobody answers, it says so', async () => {
    server.close();
    await once(server, 'close');
    expect(await post('127.0.0.2')).toEqual({ fault: 'unreachable' });
  });
});

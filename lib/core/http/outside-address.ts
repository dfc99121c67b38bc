import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { config } from '../server/config';

/** Networks that no address of the public internet is in (IANA special-purpose address registries). */
const INWARD: readonly (readonly [string, number, Family])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Of IPv6 only 2000::/3 is public, without documentation, Teredo and 6to4, which lead to an IPv4 address.
  ['::', 3, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6']
];

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A list for each family: one of both would take an IPv4 address for the IPv6 one that it can be written as. */
function listOf(networks: readonly (readonly [string, number, Family])[], family: Family): BlockList {
  const list = new BlockList();
  for (const [network, prefix, own] of networks) if (own === family) list.addSubnet(network, prefix, own);
  return list;
}

const INWARD_LISTS = { ipv4: listOf(INWARD, 'ipv4'), ipv6: listOf(INWARD, 'ipv6') };

/** Whether an address is in one of these networks, `10.1.0.0/16`. */
function isWithin(address: string, networks: readonly string[]): boolean {
  const read = networks.map((network) => {
    const [start = '', prefix = ''] = network.split('/');
    return [start, Number(prefix), familyOf(start)] as const;
  });
  const family = familyOf(address);
  return listOf(read, family).check(address, family);
}

/** An IPv4 address that is written as one of IPv6 is what it is. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Whether an IP address leads inward: to this machine, a private network, or nowhere. */
export const leadsInward = (address: string): boolean => {
  const one = plain(address);
  const family = familyOf(one);
  return INWARD_LISTS[family].check(one, family);
};

/** Where a request to an address of the outside world goes, and whether it's one of the operator's own networks. */
export interface Outside {
  address: string;
  isOwn: boolean;
}

/** The protocols that prove whom they talk to, and that nobody else reads. */
const ENCRYPTED = ['https:', 'sftp:'];

export type AddressFault = 'unknown' | 'inward' | 'insecure';

/**
 * The IP address that a URL leads to, or why nothing is sent there: every address of its name must be public, or in a
 * network that the operator allows (INTEGRATOR_NETWORKS). Whoever connects uses this very address, so that a name that
 * changes meanwhile leads nowhere else. Only the operator's own networks do without encryption.
 */
export async function outsideOf({ protocol, hostname }: URL): Promise<Outside | AddressFault> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolved(host);
  const [address] = addresses;
  if (address === undefined) return 'unknown';
  const isOwn = addresses.every((one) => isWithin(plain(one), config().INTEGRATOR_NETWORKS));
  if (!isOwn && addresses.some(leadsInward)) return 'inward';
  return ENCRYPTED.includes(protocol) || isOwn ? { address, isOwn } : 'insecure';
}

const PATIENCE_MILLIS = 3_000;

/** Nothing, after a while: a resolver that doesn't answer holds nobody up. */
const after = (millis: number) =>
  new Promise<{ address: string }[]>((resolve) => setTimeout(resolve, millis, []).unref());

async function resolved(host: string): Promise<string[]> {
  try {
    const found = await Promise.race([lookup(host, { all: true }), after(PATIENCE_MILLIS)]);
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}

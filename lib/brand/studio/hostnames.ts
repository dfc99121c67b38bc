import { Resolver } from 'node:dns/promises';
import { z } from 'zod';
import { type AuditEntry, appendAudit, type Origin } from '../../core/audit/audit';
import type { AuditAction } from '../../core/audit/audit-actions';
import { database, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newSecretToken } from '../../core/secrets/ids';
import { sameSecret } from '../../core/secrets/keys';
import { config } from '../../core/server/config';
import { brandStatus } from '../brands/brand-rows';
import { rereadBrands } from '../brands/directory';
import { deleteHostname, hostnameOf, hostnamesOf, insertHostname, noteHostnameCheck } from '../brands/hostnames';
import { brandSchema } from '../brands/schema';
import type { SystemAdministrator } from './system-administrator';

export const hostnameSchema = z
  .string('required')
  .trim()
  .toLowerCase()
  .min(1, 'required')
  .max(253, 'too.long')
  .pipe(brandSchema.shape.hostnames.element);

export interface Hostname {
  hostname: string;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  /** The DNS record that proves whose the name is, until it is verified. */
  record: { name: string; value: string } | null;
}

const recordOf = (hostname: string, challenge: string) => ({
  name: `_tessera-challenge.${hostname}`,
  value: `tessera-verification=${challenge}`
});

/** The host names of a brand, in the order in which they were added. */
export async function brandHostnames(_by: SystemAdministrator, brandName: string): Promise<Hostname[]> {
  const rows = await hostnamesOf(database(), brandName);
  return rows.map(({ hostname, challenge, verifiedAt, checkedAt }) => ({
    hostname,
    verifiedAt,
    checkedAt,
    record: !verifiedAt && challenge ? recordOf(hostname, challenge) : null
  }));
}

/**
 * Adds a host name to a brand. It leads nowhere until it is verified. Names below `.localhost` always
 * mean the own machine (RFC 6761), so they need no proof, and are refused in production.
 */
export async function addHostname(
  by: SystemAdministrator,
  { brandName, hostname }: { brandName: string; hostname: string },
  origin: Origin
): Promise<Result<void>> {
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  const field = 'hostname';
  if (local && config().TESSERA_MODE === 'production') return refused({ code: 'hostname.local', field });
  if (!(await brandStatus(database(), brandName, { lock: false }))) return refused({ code: 'not.found' });
  const added = await transaction(async (tx) => {
    const proof = { challenge: newSecretToken(), verified: local };
    const inserted = await insertHostname(tx, { brandName, hostname }, proof);
    if (inserted) await appendAudit(tx, origin, entry(by, 'brand.hostname_added', brandName, hostname));
    return inserted;
  });
  if (!added) return refused({ code: 'hostname.taken', field });
  await rereadBrands();
  return accepted(undefined);
}

/**
 * Looks for the DNS record of a host name; from then on the name leads to its brand. Only DNS is asked,
 * never the host itself, so that nobody can make the server call an address of their choice.
 */
export async function verifyHostname(
  by: SystemAdministrator,
  { brandName, hostname }: { brandName: string; hostname: string },
  origin: Origin
): Promise<Result<void>> {
  const known = hostnameSchema.safeParse(hostname).success;
  const row = known && (await hostnameOf(database(), { brandName, hostname }));
  if (!row) return refused({ code: 'not.found' });
  if (row.verifiedAt) return accepted(undefined);
  const record = recordOf(hostname, row.challenge ?? '');
  const records = await textRecords(record.name);
  const verified = records?.some((value) => sameSecret(value, record.value)) ?? false;
  await transaction(async (tx) => {
    await noteHostnameCheck(tx, { brandName, hostname }, { challenge: row.challenge, verified });
    if (verified) await appendAudit(tx, origin, entry(by, 'brand.hostname_verified', brandName, hostname));
  });
  if (records === null) return refused({ code: 'hostname.dns.failed', params: { hostname } });
  if (!verified) return refused({ code: 'hostname.record.missing', params: { hostname } });
  await rereadBrands();
  return accepted(undefined);
}

/** Takes a host name from a brand; at once it leads to the default brand. */
export async function removeHostname(
  by: SystemAdministrator,
  { brandName, hostname }: { brandName: string; hostname: string },
  origin: Origin
): Promise<Result<void>> {
  if (!hostnameSchema.safeParse(hostname).success) return refused({ code: 'not.found' });
  await transaction(async (tx) => {
    if (await deleteHostname(tx, { brandName, hostname }))
      await appendAudit(tx, origin, entry(by, 'brand.hostname_removed', brandName, hostname));
  });
  await rereadBrands();
  return accepted(undefined);
}

/** The TXT records of a name; none when there is no such name, null when DNS didn't answer. */
async function textRecords(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const servers = config().HOSTNAME_DNS_SERVERS;
  if (servers) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

function entry(by: SystemAdministrator, action: AuditAction, brandName: string, hostname: string): AuditEntry {
  const { issuerId, userId } = by;
  return { issuerId, actorUserId: userId, action, entity: 'brand', entityId: brandName, details: { hostname } };
}

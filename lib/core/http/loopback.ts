const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3}|localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)$/i;

/** Whether an address or a host name, without a port, is this machine itself (RFC 1122, RFC 6761). */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.replace(/^\[(.*)\]$/, '$1'));
}

import { createSocket } from 'node:dgram';

export interface DnsServer {
  /** `127.0.0.1:port`, as HOSTNAME_DNS_SERVERS takes it. */
  address: string;
  /** TXT records by name; a name that isn't here doesn't exist. */
  records: Map<string, string[]>;
  close: () => Promise<void>;
}

/** A real name server on the loopback interface that knows TXT records only (RFC 1035). */
export async function startDns(): Promise<DnsServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answer(query, records), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve()))
  };
}

function answer(query: Buffer, records: DnsServer['records']): Buffer {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    const length = query[at] as number;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const values = records.get(labels.join('.').toLowerCase());
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // A recursive answer without error, or "no such name".
  header.writeUInt16BE(values ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values?.length ?? 0, 6);
  const entries = (values ?? []).map((value) => {
    const text = Buffer.from(value, 'latin1');
    const entry = Buffer.alloc(13);
    entry.writeUInt16BE(0xc00c, 0);
    entry.writeUInt16BE(16, 2);
    entry.writeUInt16BE(1, 4);
    entry.writeUInt16BE(text.length + 1, 10);
    entry.writeUInt8(text.length, 12);
    return Buffer.concat([entry, text]);
  });
  return Buffer.concat([header, question, ...entries]);
}

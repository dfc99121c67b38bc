import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh, { type Connection } from 'ssh2';

const { STATUS_CODE } = ssh.utils.sftp;

export interface SFTPBox {
  port: number;
  /** The fingerprint of its host key, as OpenSSH writes it. */
  fingerprint: string;
  /** The names of its files by path, with their content. */
  files: Map<string, string>;
  /** Whatever was done to a file, in order. */
  acts: string[];
  /** Files can't be renamed, as if the connection broke between the two steps. */
  refusesRename: boolean;
  close: () => Promise<void>;
}

/** A private key and its public half, in the form of OpenSSH. */
export const aKeyPair = () => ssh.utils.generateKeyPairSync('ed25519');

/**
 * A real SFTP server in this process: `user` signs in by `password` or the key of `publicKey`, and has one folder,
 * `/incoming/`.
 */
export async function startSFTP(
  host: string,
  { user, password, publicKey }: { user: string; password: string; publicKey: string }
): Promise<SFTPBox> {
  const hostKey = aKeyPair();
  const shown = ssh.utils.parseKey(hostKey.public);
  if (shown instanceof Error) throw shown;
  const allowed = ssh.utils.parseKey(publicKey);
  if (allowed instanceof Error) throw allowed;
  const connections = new Set<Connection>();
  const box: SFTPBox = {
    port: 0,
    files: new Map(),
    acts: [],
    refusesRename: false,
    fingerprint: `SHA256:${createHash('sha256')
      .update([shown].flat()[0]?.getPublicSSH() ?? '')
      .digest('base64')
      .replace('=', '')}`,
    close: async () => {
      for (const connection of connections) connection.end();
      server.close();
    }
  };
  const server = new ssh.Server({ hostKeys: [hostKey.private] }, (connection) => {
    connections.add(connection);
    connection
      .on('error', () => {})
      .on('close', () => connections.delete(connection))
      .on('authentication', (asked) => {
        const isKnown =
          (asked.method === 'password' && asked.password === password) ||
          (asked.method === 'publickey' &&
            asked.key.data.equals([allowed].flat()[0]?.getPublicSSH() ?? Buffer.alloc(0)) &&
            (!asked.signature ||
              [allowed].flat()[0]?.verify(asked.blob ?? Buffer.alloc(0), asked.signature, asked.hashAlgo) === true));
        if (isKnown && asked.username === user) asked.accept();
        else asked.reject(['password', 'publickey']);
      })
      .on('session', (accept) => accept().on('sftp', (acceptSFTP) => serve(acceptSFTP(), box)));
  });
  server.listen(0, host);
  await once(server, 'listening');
  box.port = (server.address() as AddressInfo).port;
  return box;
}

function serve(sftp: ssh.SFTPWrapper, box: SFTPBox): void {
  const handles = new Map<number, string>();
  const pathOf = (handle: Buffer) => handles.get(handle.readUInt32BE(0)) ?? '';
  const answer = (request: number, isDone: boolean) =>
    sftp.status(request, isDone ? STATUS_CODE.OK : STATUS_CODE.FAILURE);
  sftp
    .on('OPEN', (request, path) => {
      box.acts.push(`open ${path}`);
      if (!path.startsWith('/incoming/')) return sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(handles.size);
      handles.set(handles.size, path);
      box.files.set(path, '');
      sftp.handle(request, handle);
    })
    .on('WRITE', (request, handle, offset, data) => {
      const path = pathOf(handle);
      box.files.set(path, `${box.files.get(path)?.slice(0, offset)}${data}`);
      answer(request, true);
    })
    .on('FSTAT', (request) => answer(request, false))
    .on('FSETSTAT', (request) => answer(request, true))
    .on('CLOSE', (request) => answer(request, true))
    .on('STAT', (request, path) => {
      const content = box.files.get(path);
      if (content === undefined) return sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
      sftp.attrs(request, { mode: 0o100600, uid: 0, gid: 0, size: content.length, atime: 0, mtime: 0 });
    })
    .on('RENAME', (request, from, to) => {
      const content = box.files.get(from);
      if (box.refusesRename || content === undefined || box.files.has(to)) return answer(request, false);
      box.acts.push(`rename ${to}`);
      box.files.delete(from);
      box.files.set(to, content);
      answer(request, true);
    });
}

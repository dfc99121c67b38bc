import { createHash } from 'node:crypto';
import net from 'node:net';
import { promisify } from 'node:util';
import ssh, { type SFTPWrapper } from 'ssh2';
import { outsideOf } from '../../core/http/outside-address';
import type { OutsideFault } from '../../core/http/post-outside';
import { isKeyFile } from './key-file';
import { folderOf } from './targets';

const PATIENCE_MILLIS = 20_000;
const SSH_PORT = 22;

/** Why a file isn't there: the host showed another key, or refused the sign-in or the file. */
export type FileFault = OutsideFault | 'host.key' | 'login' | 'folder';

interface Target {
  /** `sftp://user@files.example.com/incoming`. */
  folder: string;
  /** The fingerprint of the host's key, `SHA256:…`, as OpenSSH writes it. */
  hostKey: string;
  /** A password, or a private key in its file's form. */
  credential: string;
}

/**
 * Puts a file into a folder that somebody typed, by SFTP: only on the public internet, at the IP address that was checked,
 * and on the host with that key. It is written under a temporary name and renamed, so that no half of it is ever there under
 * its own; one that is there already stays as it is. Null: it is there.
 */
export async function putFile(
  { folder: typed, hostKey, credential }: Target,
  { name, content }: { name: string; content: string }
): Promise<FileFault | null> {
  const folder = folderOf(typed);
  if (!folder) return 'unknown';
  const outside = await outsideOf(folder.url);
  if (typeof outside === 'string') return outside;
  const client = new ssh.Client();
  let fault: FileFault = 'unreachable';
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject).on('close', () => reject(new Error('the connection has ended')));
  });
  const ready = new Promise<void>((resolve) => client.on('ready', resolve));
  // What breaks after the file is there, or after another fault, changes nothing.
  broken.catch(() => {});
  const late = setTimeout(() => client.destroy(), PATIENCE_MILLIS);
  try {
    client.connect({
      sock: net.connect({ host: outside.address, port: Number(folder.url.port) || SSH_PORT }),
      username: folder.username,
      ...(isKeyFile(credential) ? { privateKey: credential } : { password: credential }),
      hostVerifier: (shown: Buffer) => {
        const isPinned = fingerprintOf(shown) === hostKey.replace(/=$/, '');
        if (!isPinned) fault = 'host.key';
        return isPinned;
      },
      readyTimeout: PATIENCE_MILLIS
    });
    await Promise.race([ready, broken]);
    const sftp = await Promise.race([promisify(client.sftp.bind(client))(), broken]);
    await Promise.race([write(sftp, folder.path, name, content), broken]);
    return null;
  } catch (error) {
    const { level, code } = error as { level?: string; code?: unknown };
    if (level === 'client-authentication') return 'login';
    // What the server answers has the number of a status (SFTP 3, section 7).
    return typeof code === 'number' ? 'folder' : fault;
  } finally {
    clearTimeout(late);
    client.destroy();
  }
}

const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;

async function write(sftp: SFTPWrapper, folder: string, name: string, content: string): Promise<void> {
  const isThere = await promisify(sftp.stat.bind(sftp))(`${folder}${name}`).then(
    () => true,
    () => false
  );
  if (isThere) return;
  const temporary = `${folder}.${name}.part`;
  await promisify<string, string, void>(sftp.writeFile.bind(sftp))(temporary, content);
  await promisify(sftp.rename.bind(sftp))(temporary, `${folder}${name}`);
}

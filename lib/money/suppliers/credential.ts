import ssh from 'ssh2';
import { isKeyFile } from './key-file';

/** Whether we can sign in with it: any password, or a private key that needs no passphrase. */
export function isUsable(credential: string): boolean {
  if (!isKeyFile(credential)) return credential !== '';
  const read = ssh.utils.parseKey(credential);
  return !(read instanceof Error) && [read].flat().some((key) => key.isPrivateKey());
}

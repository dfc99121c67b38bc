import { connect, type Socket } from 'node:net';
import { config } from './config';
import { log } from './log';

/** How long the scanner may take over one file. */
const PATIENCE_MILLIS = 30_000;
const CHUNK_BYTES = 64 * 1024;

/**
 * Why a file isn't taken, by what a virus scanner says (C2.037, C8.019), as a message key; undefined: it is clean, or
 * no scanner is set. A scanner that is set but can't be asked refuses every file.
 */
export async function virusFault(bytes: Uint8Array): Promise<'file.virus.found' | 'file.scanner.down' | undefined> {
  const address = config().CLAMD_URL;
  if (!address) return undefined;
  try {
    const answer = await scan(address, bytes);
    if (answer === 'stream: OK') return undefined;
    const found = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1];
    if (!found) throw new Error(`clamd answers: ${answer.slice(0, 200)}`);
    log.warn({ found, size: bytes.byteLength }, 'a file with a virus was refused');
    return 'file.virus.found';
  } catch (err) {
    log.error({ err }, 'the virus scanner could not be asked, a file was refused');
    return 'file.scanner.down';
  }
}

/** What clamd says of the bytes: its command INSTREAM, ended by NUL as its manual has it (clamd(8)). */
function scan(address: string, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(address);
    let answer = '';
    socket.setTimeout(PATIENCE_MILLIS, () => socket.destroy(new Error('clamd takes too long')));
    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.on('data', (part: string) => {
      answer = (answer + part).slice(0, 1_000);
    });
    socket.once('close', () => resolve(answer.replace(/\0.*$/s, '').trim()));
    socket.once('connect', () => send(socket, bytes));
  });
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address);
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''));
}

/** Chunks, each after its length in four bytes; a length of zero ends them. */
function send(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.byteLength);
    socket.write(length);
    socket.write(chunk);
  }
  socket.write(Buffer.alloc(4));
}

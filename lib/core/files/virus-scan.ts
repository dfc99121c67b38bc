import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { config } from '../server/config';
import { log } from '../server/log';

/** The scanner's time limit for one chunk of a file, and for its end. */
const PATIENCE_MILLIS = 30_000;
const CHUNK_BYTES = 64 * 1024;

/** The reason that a file is refused, as a message key. */
export type VirusFault = 'file.virus.found' | 'file.scanner.down';

/**
 * The reason that a virus scanner refuses a file (C2.037, C8.019); undefined if it is clean, or no scanner is
 * configured. If a configured scanner is unreachable, every file is refused.
 */
export async function virusFault(bytes: Uint8Array): Promise<VirusFault | undefined> {
  const scan = new VirusScan();
  await scan.add(bytes);
  return scan.fault();
}

/** Streams a file to a scanner by clamd's command INSTREAM (clamd(8)). */
export class VirusScan {
  private readonly socket: Socket | null;
  private readonly answer: Promise<string> | null;
  private size = 0;
  private broken: unknown = null;

  constructor(address: string | undefined = config().CLAMD_URL) {
    this.socket = address ? open(address) : null;
    this.answer = this.socket && answerOf(this.socket);
    this.answer?.catch((err: unknown) => {
      this.broken = err;
    });
    this.socket?.write('zINSTREAM\0');
  }

  /** Sends one more chunk. */
  async add(bytes: Uint8Array): Promise<void> {
    this.size += bytes.byteLength;
    for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
      const { socket } = this;
      if (!socket || this.broken || !socket.writable) return;
      const chunk = bytes.subarray(at, at + CHUNK_BYTES);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.byteLength);
      socket.write(length);
      if (!socket.write(chunk))
        await Promise.race([once(socket, 'drain').catch(() => {}), this.answer?.catch(() => {})]);
    }
  }

  /** The result after all chunks. */
  async fault(): Promise<VirusFault | undefined> {
    if (!this.socket) return undefined;
    try {
      // A length of zero ends the stream.
      if (this.socket.writable) this.socket.write(Buffer.alloc(4));
      const answer = await this.answer;
      if (answer === 'stream: OK') return undefined;
      const signature = /^stream: (.{1,200}) FOUND$/.exec(answer ?? '')?.[1];
      if (!signature) throw new Error(`clamd answers: ${answer?.slice(0, 200)}`);
      log.warn({ found: signature, size: this.size }, 'a file with a virus was refused');
      return 'file.virus.found';
    } catch (err) {
      log.error({ err }, 'the virus scanner could not be asked, a file was refused');
      return 'file.scanner.down';
    }
  }

  /** Ends the connection. */
  close(): void {
    this.socket?.destroy();
  }
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setTimeout(PATIENCE_MILLIS, () => socket.destroy(new Error('clamd takes too long')));
    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.on('data', (part: string) => {
      answer = (answer + part).slice(0, 1_000);
    });
    socket.once('close', () => resolve(answer.replace(/\0.*$/s, '').trim()));
  });
}

function open(address: string): Socket {
  const { protocol, hostname, port, pathname } = new URL(address);
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''));
}

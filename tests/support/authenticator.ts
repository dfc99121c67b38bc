import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The faults of an authenticator and its browser. */
interface Departures {
  origin?: string;
  challenge?: string;
  rpId?: string;
  /** Left out: the person was verified. */
  userVerified?: boolean;
  userHandle?: string;
  counter?: number;
  credentialId?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** A byte string and its head (RFC 8949 section 3). */
const bytes = (data: Buffer) => Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);

/** An authenticator with one ES256 passkey, and the browser it speaks through: WebAuthn worked out here a second time. */
export class Authenticator {
  readonly credentialId = base64url(randomBytes(24));
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  constructor(
    private readonly rpId: string,
    private readonly origin: string,
    public counter = 0
  ) {}

  /** Makes the passkey (WebAuthn section 6.3.2), with attestation "none". */
  create(options: { challenge: string; user: { id: string } }, departures: Departures = {}) {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.credentialId, 'base64url');
    const authData = Buffer.concat([
      this.head(0x40, departures),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      coseKey(this.keys.publicKey)
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      bytes(authData)
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, departures),
      attestationObject: base64url(attestation),
      transports: ['internal']
    });
  }

  /** Answers a challenge (WebAuthn section 6.3.3). */
  get(options: { challenge: string }, departures: Departures = {}) {
    if (this.counter > 0) this.counter += 1;
    const authData = this.head(0, departures);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, departures);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.credential(
      {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(this.keys.privateKey)),
        userHandle: departures.userHandle ?? this.userHandle
      },
      departures.credentialId
    );
  }

  private credential<Response>(response: Response, id = this.credentialId) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private head(flags: number, { rpId = this.rpId, userVerified = true, counter = this.counter }: Departures): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (userVerified ? 0x04 : 0)]), count]);
  }

  private clientData(type: string, challenge: string, departures: Departures): string {
    const { origin = this.origin } = departures;
    return base64url(
      JSON.stringify({ type, challenge: departures.challenge ?? challenge, origin, crossOrigin: false })
    );
  }
}

/** An ES256 public key as COSE_Key (RFC 9053 section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y)
  ]);
}

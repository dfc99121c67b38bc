'use client';

import { useEffect, useState } from 'react';

const PERIOD = 30;

interface Token {
  pin: string;
  /** Seconds that the token's clock is ahead. */
  offset: string;
  /** The seed file, as PSKC. */
  seed: string;
}

/**
 * The demo's software token (RFC 6238 over Web Crypto), with its PIN pad (PD.16). Everything is computed in the
 * browser.
 */
export function SoftToken({ seedFile }: { seedFile: string }) {
  const [token, setToken] = useState<Token>({ pin: '1357', offset: '0', seed: seedFile });
  const [shown, setShown] = useState('········');
  const [left, setLeft] = useState(PERIOD);
  useEffect(() => {
    let over = false;
    const update = async () => {
      const passcode = await passcodeOf(token).catch(() => 'No valid seed');
      if (over) return;
      setShown(passcode);
      setLeft(PERIOD - (Math.floor(Date.now() / 1000) % PERIOD));
    };
    update();
    const timer = setInterval(update, 500);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [token]);
  const change = (name: keyof Token) => (event: { target: { value: string } }) =>
    setToken({ ...token, [name]: event.target.value });
  return (
    <>
      <div className="field">
        <label htmlFor="pin">PIN</label>
        <input
          id="pin"
          type="text"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          value={token.pin}
          onChange={change('pin')}
        />
      </div>
      <p className="passcode">
        <output id="passcode" aria-live="off">
          {shown}
        </output>
        <span>
          New in <span id="seconds">{left}</span> s
        </span>
      </p>
      <div className="field">
        <label htmlFor="offset">Clock of the token, in seconds ahead of this one</label>
        <input id="offset" type="number" step={30} value={token.offset} onChange={change('offset')} />
      </div>
      <details>
        <summary>Seed file (PSKC, RFC 6030)</summary>
        <label className="visually-hidden" htmlFor="seed">
          Seed file
        </label>
        <textarea id="seed" rows={12} spellCheck={false} value={token.seed} onChange={change('seed')} />
      </details>
    </>
  );
}

async function passcodeOf({ pin, offset, seed }: Token): Promise<string> {
  const file = new DOMParser().parseFromString(seed, 'application/xml');
  const value = (name: string) => file.getElementsByTagNameNS('*', name)[0]?.textContent?.trim() ?? '';
  const secret = Uint8Array.from(atob(value('PlainValue')), (sign) => sign.charCodeAt(0));
  const hash = value('Suite') === 'HMAC-SHA256' ? 'SHA-256' : 'SHA-1';
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor((Date.now() / 1000 + Number(offset)) / PERIOD)));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const at = mac.getUint8(mac.byteLength - 1) & 0xf;
  const code = String((mac.getUint32(at) & 0x7fffffff) % 1e8).padStart(8, '0');
  const digits = pin.padStart(4, '0');
  return code.slice(0, 4) + Array.from(code.slice(4), (digit, n) => (Number(digit) + Number(digits[n])) % 10).join('');
}

// The demo's software token (RFC 6238 over Web Crypto), with its PIN pad (PD.16).
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const PERIOD = 30;

async function passcode(): Promise<string> {
  const file = new DOMParser().parseFromString(input('seed').value, 'application/xml');
  const value = (name: string) => file.getElementsByTagNameNS('*', name)[0]?.textContent?.trim() ?? '';
  const secret = Uint8Array.from(atob(value('PlainValue')), (sign) => sign.charCodeAt(0));
  const hash = value('Suite') === 'HMAC-SHA256' ? 'SHA-256' : 'SHA-1';
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor((Date.now() / 1000 + Number(input('offset').value)) / PERIOD)));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const at = mac.getUint8(mac.byteLength - 1) & 0xf;
  const code = String((mac.getUint32(at) & 0x7fffffff) % 1e8).padStart(8, '0');
  const pin = input('pin').value.padStart(4, '0');
  return code.slice(0, 4) + Array.from(code.slice(4), (digit, n) => (Number(digit) + Number(pin[n])) % 10).join('');
}

async function update(): Promise<void> {
  const shown = document.getElementById('passcode') as HTMLElement;
  shown.textContent = await passcode().catch(() => 'No valid seed');
  const left = PERIOD - (Math.floor(Date.now() / 1000) % PERIOD);
  (document.getElementById('seconds') as HTMLElement).textContent = String(left);
}

for (const id of ['pin', 'offset', 'seed']) input(id).addEventListener('input', update);
setInterval(update, 500);
update();

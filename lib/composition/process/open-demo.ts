import { isLoopback } from '../../core/http/loopback';
import { config } from '../../core/server/config';

/** The exit code of a mistake in the configuration (EX_CONFIG). */
const MISCONFIGURED = 78;

/**
 * Ends the process if the demo, whose passwords and mails are public, would listen to other machines without the
 * operator's setting.
 */
export function refuseOpenDemo(): void {
  const { TESSERA_MODE: mode, TESSERA_OPEN_DEMO: open } = config();
  // Next listens on all addresses by default.
  const host = process.env.HOSTNAME || '0.0.0.0';
  if (mode === 'production' || open || isLoopback(host)) return;
  process.stderr.write(
    `In ${mode} mode everybody knows the passwords, so Tessera does not listen on ${host}.\n` +
      '  - For this machine alone, set HOSTNAME=127.0.0.1.\n' +
      '  - For real people, set TESSERA_MODE=production.\n' +
      '  - To show the demo to every machine that can reach this one, set TESSERA_OPEN_DEMO=true.\n'
  );
  process.exit(MISCONFIGURED);
}

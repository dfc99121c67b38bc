import type { PortalView } from '../../sdportal/portal-page';

/** The demo's software token. What it computes, it computes in the browser. */
export const softTokenView: PortalView<{ seedFile: string }> = {
  component: 'demo-soft-token',
  title: () => 'Software token – demo',
  render: (_page, { seedFile }) => (
    <div className="card wide">
      <h1>Software token</h1>
      <p>
        Shows the passcode that a token user types instead of a password. The demo has one: <strong>tove.nilsen</strong>
        . The first PIN is 1357, and has to be changed at the first sign-in.
      </p>
      <div className="field">
        <label htmlFor="pin">PIN</label>
        <input id="pin" type="text" inputMode="numeric" maxLength={4} autoComplete="off" defaultValue="1357" />
      </div>
      <p className="passcode">
        <output id="passcode" aria-live="off">
          ········
        </output>
        <span>
          New in <span id="seconds">30</span> s
        </span>
      </p>
      <div className="field">
        <label htmlFor="offset">Clock of the token, in seconds ahead of this one</label>
        <input id="offset" type="number" step={30} defaultValue={0} />
      </div>
      <details>
        <summary>Seed file (PSKC, RFC 6030)</summary>
        <label className="visually-hidden" htmlFor="seed">
          Seed file
        </label>
        <textarea id="seed" rows={12} spellCheck={false} defaultValue={seedFile} />
      </details>
    </div>
  ),
  script: 'soft-token',
  scriptData: () => ({})
};

// A real OpenID provider in a process of its own: node openid-provider.mjs <JSON: port, clients>. Whoever signs in
// there is whom they say they are; a code flow without PKCE is refused.
import Provider from 'oidc-provider';

const { port, clients } = JSON.parse(process.argv[2] ?? '{}');
const provider = new Provider(`http://localhost:${port}`, {
  clients,
  pkce: { required: () => true },
  cookies: { keys: ['tests-only'] },
  async loadExistingGrant(ctx) {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId
    });
    grant.addOIDCScope('openid');
    await grant.save();
    return grant;
  }
});
provider.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));

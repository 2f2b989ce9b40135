import { createServer } from 'node:http';
import process from 'node:process';
import { Provider } from 'oidc-provider';

/*
 * Runs an OpenID provider on a free port, with the pages of oidc-provider for signing in. Parameters: id and secret of
 * the client.
 */
const [client_id = '', client_secret = ''] = process.argv.slice(2);

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const provider = new Provider(url, {
    clients: [{ client_id, client_secret, redirect_uris: [`${url}/app`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    cookies: { keys: ['a key for the cookies of a test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: true,
        name: `${id} Example`,
        preferred_username: id,
      }),
    }),
    pkce: { required: () => true },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/app') && request.url !== '/favicon.ico') {
      void handle(request, response);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>App</title><p>Back in the app.</p>');
  });
  console.info(`OpenID provider listening on ${url}`);
});

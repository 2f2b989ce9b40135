import { createServer } from 'node:http';
import { listen } from './listen.ts';

/** The user whom the provider returns for every token. */
const ANN = {
  sub: 'provider-user-1',
  name: 'Ann Example',
  preferred_username: 'ann_example',
  email: 'ann@example.com',
  email_verified: true,
  picture: '',
};

/** Starts an OpenID provider that accepts any code. */
export async function startOpenIdProvider(
  user: object = ANN,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const token = { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', expires_in: 3600 };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? token : user));
  });
  return listen(server);
}

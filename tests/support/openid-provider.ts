import { createServer, type IncomingMessage } from 'node:http';
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

export type Clients = Readonly<Record<string, string>>;

/** Whether who asks for a token knows the secret of its client, which it sends in one of two ways. */
async function isKnown(request: IncomingMessage, clients: Clients): Promise<boolean> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = new URLSearchParams(Buffer.concat(parts).toString());
  const [, basic = ''] = request.headers.authorization?.split(' ') ?? [];
  const [id = '', secret = ''] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [body.get('client_id') ?? '', body.get('client_secret') ?? ''];
  return Object.hasOwn(clients, id) && clients[id] === secret;
}

/** Starts an OpenID provider that accepts any code, of these clients by their secrets, or of all. */
export async function startOpenIdProvider(
  user: object = ANN,
  clients?: Clients,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const token = { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', expires_in: 3600 };
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    const isToken = request.url === '/token';
    if (isToken && clients && !(await isKnown(request, clients))) {
      response.statusCode = 401;
      response.end(JSON.stringify({ error: 'invalid_client' }));
    } else response.end(JSON.stringify(isToken ? token : user));
  });
  return listen(server);
}

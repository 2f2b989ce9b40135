import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atPaths } from '#domain/app/settings-fields.ts';
import { listen } from '#tests/support/listen.ts';
import type { AdminApi } from './admin-api.ts';
import { CERTIFICATE, KEY } from './server/certificate.ts';
import { NO_SMTP } from './settings/defaults.ts';
import { storeSettings } from './settings/stored.ts';

/** How a message came in. */
export interface SmtpDelivery {
  /** PLAIN or LOGIN; undefined without a login. */
  readonly method: string | undefined;
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  /** The name in EHLO or HELO. */
  readonly clientName: string;
}

export interface SmtpOptions {
  /** The only login that is accepted; by default none is needed and any is accepted. */
  readonly login?: { readonly user: string; readonly password: string };
  /** The only method to log in that is offered. */
  readonly method?: 'PLAIN' | 'LOGIN';
  /** With a certificate for `localhost`, by the authority of `server/certificate.ts`. */
  readonly encryption?: 'starttls' | 'tls';
}

export interface SmtpSink {
  readonly port: number;
  /** Every message so far, oldest first. */
  readonly messages: Email[];
  /** How each of the messages came in. */
  readonly deliveries: SmtpDelivery[];
  /** The first message that matches, received already or later. */
  nextMessage(fits?: (message: Email) => boolean, timeoutMs?: number): Promise<Email>;
  stop(): Promise<void>;
}

/** A mail server that stores all messages. By default without encryption: PocketBase verifies the certificate. */
export async function startSmtpSink(options: SmtpOptions = {}): Promise<SmtpSink> {
  const { login, method, encryption } = options;
  const messages: Email[] = [];
  const deliveries: SmtpDelivery[] = [];
  const waiting = new Set<() => void>();
  let lastMethod: string | undefined;
  const server = new SMTPServer({
    authOptional: login === undefined,
    authMethods: method ? [method] : ['PLAIN', 'LOGIN'],
    secure: encryption === 'tls',
    ...(encryption ? { cert: CERTIFICATE, key: KEY } : {}),
    disabledCommands: encryption === 'starttls' ? [] : ['STARTTLS'],
    // A client that does not encrypt must fail where encryption is offered.
    allowInsecureAuth: encryption !== 'starttls',
    onAuth(auth, _session, done) {
      lastMethod = auth.method;
      if (login && (auth.username !== login.user || auth.password !== login.password))
        done(new Error('Invalid username or password'));
      else done(null, { user: auth.username ?? '' });
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        deliveries.push({
          method: session.user === undefined ? undefined : lastMethod,
          user: session.user,
          isEncrypted: session.secure,
          clientName: session.hostNameAppearsAs,
        });
        messages.push(await PostalMime.parse(Buffer.concat(chunks)));
        for (const check of waiting) check();
        done();
      });
    },
  });
  // A client that does not trust the certificate ends the connection.
  server.on('error', () => {});
  const { port } = await listen(server.server);
  return {
    port,
    messages,
    deliveries,
    nextMessage: (fits = () => true, timeoutMs = 10_000) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = messages.find(fits);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          const subjects = messages.map((message) => message.subject).join(', ');
          reject(new Error(`No such message within ${timeoutMs} ms; there are: ${subjects || 'none'}`));
        }, timeoutMs);
        waiting.add(check);
        check();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Configures a backend to send its mail to this server.
 * @param address beginning of the links in the mails.
 */
export const sendMailTo = (api: AdminApi, sink: SmtpSink, address?: string): Promise<void> =>
  storeSettings(api, {
    ...(address ? { 'application.url': address } : {}),
    ...atPaths('smtp', {
      ...NO_SMTP,
      ...{ isEnabled: true, host: '127.0.0.1', port: sink.port, authMethod: 'PLAIN' },
    }),
  });

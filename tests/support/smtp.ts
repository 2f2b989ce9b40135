import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { AdminApi } from './admin-api.ts';

export interface SmtpSink {
  readonly port: number;
  /** Every message so far, oldest first. */
  readonly messages: Email[];
  /** The first message that matches, received already or later. */
  nextMessage(fits?: (message: Email) => boolean, timeoutMs?: number): Promise<Email>;
  stop(): Promise<void>;
}

/** A mail server that stores all messages. Without STARTTLS, because PocketBase would verify the certificate. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const messages: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        messages.push(await PostalMime.parse(Buffer.concat(chunks)));
        for (const check of waiting) check();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    port,
    messages,
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
 * @param appUrl beginning of the links in the mails.
 */
export async function sendMailTo(api: AdminApi, sink: SmtpSink, appUrl?: string): Promise<void> {
  await api.patch('/api/settings', {
    ...(appUrl ? { meta: { appUrl } } : {}),
    smtp: {
      enabled: true,
      host: '127.0.0.1',
      port: sink.port,
      username: '',
      password: '',
      authMethod: 'PLAIN',
      tls: false,
      localName: '',
    },
  });
}

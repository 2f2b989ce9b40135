import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOpen } from './backend-check.ts';
import { handleInstallerCheck } from './installer-check.ts';
import { createProxy } from './proxy.ts';
import { classifyRequest } from './request-target.ts';
import { DEFAULT_HOST, readBackend, readReadOnly, readTrust } from './settings.ts';

/** The backend's part of the development server: proxy and installer check as in production. */
export function mountBackend(env: Record<string, string | undefined>, log: (line: string) => void) {
  const backend = readBackend(env);
  const proxy = createProxy({ backend, trustsProxy: readTrust(env), isReadOnly: readReadOnly(env), log });
  const isReachable = isOpen(env.HOST || DEFAULT_HOST);
  log(`/api is forwarded to ${backend.href}`);
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const { kind } = classifyRequest(req);
    if (kind === 'api' || kind === 'file') void proxy.forward(req, res, kind);
    else if (kind === 'installer-check') void handleInstallerCheck(req, res, { proxy, isOpen: isReachable });
    else next();
  };
}

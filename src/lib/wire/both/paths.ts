/* The files of records, and the paths that a server in front of a backend has to know. */
import type { BackendRequest } from '#domain/backend/request.ts';
import { textIn } from './answers.ts';

export const fileTokenRequest: BackendRequest = { path: '/api/files/token', method: 'POST' };

export const readFileToken = (answer: unknown): string | undefined => textIn(answer, 'token');

/** Names of the segments of a file's address. */
export const filePath = (collection: string, record: string, file: string): readonly string[] => [
  ...['files', collection, record, file],
];

interface FileQuery {
  readonly thumb?: string | undefined;
  /** Of a protected file. */
  readonly token?: string | undefined;
}

/** Without what is empty. */
export const fileQuery = ({ thumb, token }: FileQuery) => ({
  ...(thumb && { thumb }),
  ...(token && { token }),
});

/** Three groups: the part before a record's id or a backup's name, which may be any text, this text, and what follows. */
export const FREE_TEXT = /^(\/api\/(?:collections\/[^/]+\/records|files\/[^/]+|backups)\/)([^/]+)(.*)$/;

export const isFilePath = (path: string): boolean => path.startsWith('/api/files/');

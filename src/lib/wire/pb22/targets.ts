/* What a server in front of a backend has to know of its paths. */

/** Three groups: the part before a record's id or a backup's name, which may be any text, this text, and what follows. */
export const FREE_TEXT = /^(\/api\/(?:collections\/[^/]+\/records|files\/[^/]+|backups)\/)([^/]+)(.*)$/;

export const isFilePath = (path: string): boolean => path.startsWith('/api/files/');

/** Whether a path is for administrators only. */
export const isAdminsPath = (path: string): boolean => /^\/api\/admins(\/|$)/.test(path);

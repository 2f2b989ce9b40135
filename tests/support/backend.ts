import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { insertRows, type Row } from '#scripts/lib/bulk.ts';
import { lineOfFolder, PROGRAMS } from '#scripts/lib/lines.ts';
import { type RunningPocketBase, startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { chooseEscapes } from '#wire/escapes.ts';
import { type AdminApi, createAdminApi } from './admin-api.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  copyTemplate,
  type TemplateKind,
  testedPocketBase,
} from './template.ts';

export interface Backend {
  readonly url: string;
  readonly port: number;
  readonly dir: string;
  readonly line: Line;
  readonly pid: number;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly api: AdminApi;
  adminToken(): Promise<string>;
  /** What the program has written so far, such as the link of its installer. */
  output(): string;
  /**
   * Rows of the database, read without the API (`logs` reads the log database). Not after a backup: PocketBase has no
   * locks on the files then that it has read for it, and the last one who closes the database deletes its journal.
   */
  sql(query: string, params?: SQLInputValue[], database?: 'data' | 'logs'): Record<string, unknown>[];
  /**
   * Copies a row directly in the database, once for each of `changes` (column values, including an `id`). Replaces
   * one API request per row. The API creates the original row, which defines the format of the copies.
   */
  copyRow(table: string, id: string, changes: readonly Record<string, SQLInputValue>[]): void;
  /** Writes directly into a database, in one transaction, while PocketBase runs. */
  write(database: 'data' | 'logs', work: (db: DatabaseSync) => void): void;
  /** Inserts rows directly into a database, in order; all rows have the columns of the first. */
  insertRows(database: 'data' | 'logs', table: string, rows: Iterable<Row>): void;
  /** Stops it with a signal and keeps its data; `restart` starts it again. */
  pause(): Promise<void>;
  /** Kills it, like a crash, and keeps its data; `restart` starts it again. */
  kill(): Promise<void>;
  /** Stops it if it is running, and starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Stops it and removes its data folder if `startPocketBase` created it. */
  stop(): Promise<void>;
}

export interface BackendOptions {
  /** The program; by default the one that npm installed, or that of the version in the variable POCKETBASE. */
  bin?: string;
  /** Ignored when `dir` is given. */
  from?: TemplateKind;
  /** An existing data folder to use; it is kept. */
  dir?: string;
  env?: NodeJS.ProcessEnv;
  /** Loopback port; a free one when absent. */
  port?: number;
  publicDir?: string;
}

/** Starts PocketBase on a fresh copy of a migrated data folder (takes less than a second). */
export async function startPocketBase(options: BackendOptions = {}): Promise<Backend> {
  const { bin = testedPocketBase() } = options;
  const dir = options.dir ?? (await copyTemplate(options.from ?? 'template', bin));
  const { env, publicDir } = options;
  const start = (port?: number): Promise<RunningPocketBase> =>
    startPocketBaseServer({
      bin,
      dir,
      ...(port === undefined ? {} : { port }),
      ...(env === undefined ? {} : { env }),
      ...(publicDir === undefined ? {} : { publicDir }),
    });
  let server = await start(options.port);
  const { url, port } = server;
  const line = lineOfFolder(dir) ?? 'pb22';
  const fileOf = (database: 'data' | 'logs') =>
    `${dir}/${database === 'logs' ? PROGRAMS[line].logs : database}.db`;
  // The wire of this process speaks to it.
  setLine(line);
  chooseEscapes(undefined);
  const api = createAdminApi(url, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const write: Backend['write'] = (database, work) => {
    const db = new DatabaseSync(fileOf(database));
    try {
      // PocketBase may write at the same moment, for example its request log.
      db.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
      work(db);
      db.exec('COMMIT');
    } finally {
      db.close();
    }
  };
  return {
    url,
    port,
    dir,
    line,
    get pid() {
      return server.child.pid;
    },
    adminEmail: ADMIN_EMAIL,
    adminPassword: ADMIN_PASSWORD,
    api,
    adminToken: () => api.token(),
    output: () => server.child.output(),
    sql(query, params = [], database = 'data') {
      const db = new DatabaseSync(fileOf(database), { readOnly: true });
      try {
        return db.prepare(query).all(...params);
      } finally {
        db.close();
      }
    },
    write,
    copyRow: (table, id, changes) =>
      write('data', (db) => {
        const row = db.prepare(`SELECT * FROM "${table}" WHERE id = ?`).get(id);
        if (!row) throw new Error(`${table} has no row ${id}.`);
        insertRows(
          db,
          table,
          changes.map((change) => ({ ...row, ...change })),
        );
      }),
    insertRows: (database, table, rows) => write(database, (db) => insertRows(db, table, rows)),
    pause: () => server.child.stop(),
    kill: () => server.child.kill(),
    async restart() {
      await server.child.stop();
      server = await start(port);
    },
    async stop() {
      if (options.dir) return server.child.stop();
      // A stop with an open connection takes PocketBase three seconds, and nothing of its data is needed.
      await server.child.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

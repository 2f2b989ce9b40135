/* The port for SQL; 0.22 takes none. */
export { HIDDEN_TABLES, isKeptInMemory, MAX_SQL, readSqlAnswer, sqlReason, sqlRequest } from './pb23/sql.ts';

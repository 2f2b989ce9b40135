/* The port for what an administrator starts by hand; 0.22 knows none of it. */
export { cronsRequest, deleteLogsRequest, readCrons, runCronRequest } from './pb23/maintenance.ts';

/* The port for the order in which lists begin. */
import { byLine } from './choose.ts';

/** The sort by which the newest records of a table come first. Where no date is sure, the order of insertion is. */
export const newest = (): string => byLine('-created', '-@rowid');

/** The sort by which the newest entry of the log comes first, by the order in which they were written. */
export const newestLogs = (): string => byLine('-rowid', '-@rowid');

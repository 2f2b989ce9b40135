import { flagField, numberField, optional } from './settings-fields.ts';

export const BATCH_FIELDS = {
  'batch.isEnabled': optional(flagField('Enable batch requests')),
  'batch.maxRequests': numberField('Max requests in a batch'),
  'batch.timeout': numberField('Max time (in seconds)'),
  'batch.maxBodySize': numberField('Max body size (in bytes)'),
} as const;

import type { SettingNames } from '../both/setting-names.ts';

/** Of 0.23 and newer: templates, tokens and providers belong to collections. */
export const names: SettingNames = {
  sections: { application: 'meta', 'mail.sender': 'meta', storage: 's3', 'backups.storage': 'backups.s3' },
  members: {
    'application.name': 'appName',
    'application.url': 'appURL',
    'mail.sender.name': 'senderName',
    'mail.sender.address': 'senderAddress',
    hidesControls: 'hideControls',
    isEnabled: 'enabled',
    isTlsOnly: 'tls',
    usesPaths: 'forcePathStyle',
    schedule: 'cron',
    keep: 'cronMaxKeep',
    days: 'maxDays',
    hasAddresses: 'logIP',
  },
};

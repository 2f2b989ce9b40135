import type { SettingNames } from '../both/setting-names.ts';

/** Of 0.22. */
export const names: SettingNames = {
  sections: {
    application: 'meta',
    'mail.sender': 'meta',
    'templates.verification': 'meta.verificationTemplate',
    'templates.passwordReset': 'meta.resetPasswordTemplate',
    'templates.emailChange': 'meta.confirmEmailChangeTemplate',
    storage: 's3',
    'backups.storage': 'backups.s3',
  },
  members: {
    'application.name': 'appName',
    'application.url': 'appUrl',
    'mail.sender.name': 'senderName',
    'mail.sender.address': 'senderAddress',
    hidesControls: 'hideControls',
    isEnabled: 'enabled',
    isHidden: 'hidden',
    isTlsOnly: 'tls',
    usesPaths: 'forcePathStyle',
    schedule: 'cron',
    keep: 'cronMaxKeep',
    days: 'maxDays',
    hasAddresses: 'logIp',
    userInfoUrl: 'userApiUrl',
  },
};

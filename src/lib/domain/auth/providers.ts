// chunks: provider names
/** By the key that the backend stores for a linked account, in the order of the settings. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['apple', 'Apple'],
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
  ['yandex', 'Yandex'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['bitbucket', 'Bitbucket'],
  ['gitee', 'Gitee'],
  ['gitea', 'Gitea'],
  ['discord', 'Discord'],
  ['twitter', 'Twitter'],
  ['kakao', 'Kakao'],
  ['vk', 'VK'],
  ['spotify', 'Spotify'],
  ['twitch', 'Twitch'],
  ['patreon', 'Patreon (v2)'],
  ['strava', 'Strava'],
  ['livechat', 'LiveChat'],
  ['mailcow', 'mailcow'],
  ['planningcenter', 'Planning Center'],
  ['oidc', 'OpenID Connect'],
  ['oidc2', '(2) OpenID Connect'],
  ['oidc3', '(3) OpenID Connect'],
]);

/** In the order of the settings. */
export const PROVIDER_KEYS: readonly string[] = [...TITLES.keys()];

/** Those that only newer backends have. */
const NEWER_TITLES: ReadonlyMap<string, string> = new Map([
  ['instagram2', 'Instagram'],
  ['linear', 'Linear'],
  ['notion', 'Notion'],
  ['monday', 'monday.com'],
  ['trakt', 'Trakt'],
  ['box', 'Box'],
  ['lark', 'Lark'],
  ['wakatime', 'WakaTime'],
]);

/** The display name of a provider; the key itself for an unknown one. */
export const providerTitle = (key: string): string => TITLES.get(key) ?? NEWER_TITLES.get(key) ?? key;

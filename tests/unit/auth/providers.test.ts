import { expect, test } from 'vitest';
import { providerTitle } from '#domain/auth/providers.ts';

test.each([
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
])('[RP-17] %s has the title %s', (key, title) => {
  expect(providerTitle(key)).toBe(title);
});

test('uses the key of an unknown provider as its title', () => {
  expect(providerTitle('somewhere')).toBe('somewhere');
});

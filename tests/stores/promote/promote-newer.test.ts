import { describe, expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { $areUnlike, $compared, $signInTo, compare } from '#stores/promote/compare.ts';
import { promote } from '#stores/promote/panel.ts';
import {
  contentOf,
  fill,
  withChanged,
  withoutViews,
} from '#tests/stores/collections/editor/no-harm-fixture.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { setLine } from '#wire/choose.ts';
import { both, confirmed, found, select, startTwo } from './promote-fixture.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

describe.runIf(hasNewerLine)('on a newer backend', () => {
  startTwo();

  /** Both have the same collections, with ids of their own and secrets that differ. */
  async function plant(): Promise<readonly [base: Entry, auth: Entry]> {
    const [from, to] = both();
    const ids = await fill(from, true);
    const read = (id: string) => from.api.get<Entry>(`/api/collections/${id}`);
    const { items } = await from.api.get<{ items: Entry[] }>('/api/collections?perPage=200');
    const collections = items.map((one) => {
      const oauth2 = members(one['oauth2']);
      if (!list(oauth2['providers'], members).length) return one;
      const providers = list(oauth2['providers'], members).map((each) => ({ ...each, clientSecret: 'live' }));
      return { ...one, oauth2: { ...oauth2, providers } };
    });
    await to.api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
    return [await read(ids.base), await read(ids.auth)];
  }

  test('[NS-23] two backends of the newer line are compared and promoted by parts, without secrets', async () => {
    const [from, to] = both();
    const [base, auth] = await plant();
    expect((await found()).filter((one) => one.startsWith(base.name) || one.startsWith(auth.name))).toEqual(
      [],
    );
    const fields = list(base['fields'], members).map((field) => {
      if (field['name'] === 'title') return { ...field, max: 91 };
      return field['name'] === 'rank' ? { ...field, hidden: true } : field;
    });
    await from.api.patch(`/api/collections/${base.id}`, {
      fields: [...fields, { name: 'fresh', type: 'text' }],
      listRule: null,
    });
    await from.api.patch(`/api/collections/${auth.id}`, {
      otp: { enabled: false, length: 7 },
      oauth2: { mappedFields: { name: '' } },
    });
    const differences = (await found()).filter(
      (one) => one.startsWith(base.name) || one.startsWith(auth.name),
    );
    expect(differences.toSorted()).toEqual(
      [
        `${base.name}: Field fresh`,
        `${base.name}: Field rank`,
        `${base.name}: Field title`,
        `${base.name}: List/Search rule`,
        `${auth.name}: Field for the OAuth2 full name`,
        `${auth.name}: One-time password`,
        `${auth.name}: One-time password length`,
      ].toSorted(),
    );
    const before = withoutViews(contentOf(to));
    select(`${base.name}: Field title`, `${auth.name}: One-time password length`);
    await confirmed(promote());
    const withTitle = withChanged(before, base.id, (one) => ({
      ...one,
      fields: list(one['fields'], members).map((field) =>
        field['name'] === 'title' ? { ...field, max: 91 } : field,
      ),
    }));
    const expected = withChanged(withTitle, auth.id, (one) => {
      const options = members(one['options']);
      return { ...one, options: { ...options, otp: { ...members(options['otp']), length: 7 } } };
    });
    expect(withoutViews(contentOf(to))).toEqual(expected);
    expect(JSON.stringify(contentOf(to)['_collections'])).toContain('"clientSecret":"live"');
  });

  test('[NS-24] backends of different lines are not compared, and nothing is sent', async () => {
    setLine('pb22');
    const { sent } = watchRequests();
    await compare();
    expect([$areUnlike.get(), $signInTo.get(), $compared.get().state]).toEqual([true, undefined, 'ready']);
    expect(sent).toEqual([]);
    setLine('pb23');
    await compare();
    expect($areUnlike.get()).toBe(false);
  });
});

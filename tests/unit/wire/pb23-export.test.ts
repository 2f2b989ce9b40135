import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import { storedText } from '#wire/collection-text.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { answersOf } from './answers.ts';

const NEWER = [...answersOf('0.2'), ...answersOf('0.4')].filter(([version]) => !version.startsWith('0.22.'));

test.each(NEWER)(
  '[NS-11] exported collections of %s are as stored, but for the providers of OAuth2',
  (_version, answer) => {
    const stored = list(members(answer('collections').body)['items'], members);
    const text = list(JSON.parse(storedText(stored.map((one) => readCollection(one)))), members);
    const people = text.find((one) => one['name'] === 'people');
    expect(Object.keys(members(people?.['oauth2'])).toSorted()).toEqual(['enabled', 'mappedFields']);
    expect(text).toEqual(
      stored.map((one) => {
        if (!('oauth2' in one)) return one;
        const { providers: _, ...oauth2 } = members(one['oauth2']);
        return { ...one, oauth2 };
      }),
    );
  },
);

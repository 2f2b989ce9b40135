import { QUERIES_KEY } from '#domain/app/later-keys.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';

/** The saved queries as text; '' when there are none. */
export const storedQueries = createTextPreference(QUERIES_KEY);

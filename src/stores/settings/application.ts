import { APPLICATION_FIELDS, APPLICATION_TEXTS } from '#domain/settings/application.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';

export const applicationForm = createSettingsForm({
  draft: 'application',
  fields: APPLICATION_FIELDS,
  saved: APPLICATION_TEXTS.saved,
  check: async (typed, base, signal) => {
    // Nothing of it can be wrong where the backend has none of it.
    if (typed['rateLimits.rules'] === undefined) return {};
    const { checkApplication } = await import('./application-check.ts');
    return checkApplication(typed, base, signal);
  },
});

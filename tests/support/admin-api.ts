export * from '#scripts/lib/admin-api.ts';

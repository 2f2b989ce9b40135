export * from './pb22/settings-requests.ts';

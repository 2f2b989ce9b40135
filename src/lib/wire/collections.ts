export * from './pb22/collection-requests.ts';

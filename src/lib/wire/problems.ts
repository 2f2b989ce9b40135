export * from './pb22/problems.ts';

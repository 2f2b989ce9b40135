export * from './pb22/line.ts';

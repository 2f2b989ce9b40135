export { readRefusal } from './pb22/answers.ts';

export { readRefusal } from './both/answers.ts';

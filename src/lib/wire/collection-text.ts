/* The port for collections as texts. */
export * from './both/collection-text.ts';

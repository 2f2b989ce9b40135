import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Frames that wake the island, separated by spaces; see lib/routing/directive.ts. */
    'client:route'?: string;
  }
}

/*
 * Registers `client:route`, which hydrates an island when its screen is first visited.
 * Leans on: Astro's client directives. Fails: Astro refuses islands with an unknown directive.
 */
/** Registers the `client:route` directive, which hydrates an island when its route is first visited. */
export default function routeDirective() {
  return {
    name: 'atoll-route-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'route', entrypoint: './src/lib/routing/directive.ts' });
      },
    },
  };
}

/** Registers the `client:route` directive, which wakes an island on its first visit. */
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

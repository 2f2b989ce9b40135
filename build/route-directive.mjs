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

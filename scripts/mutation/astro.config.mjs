import base from '#root/astro.config.mjs';
import { otherSources } from './other-sources.mjs';

export default { ...base, vite: { ...base.vite, plugins: [otherSources(), ...base.vite.plugins] } };

import { inFrame, island } from '#islands/island.tsx';
import { EditorHost } from './EditorHost.tsx';

/** The collection editor of the screen 'Access'. */
export default island(inFrame('access'), EditorHost);

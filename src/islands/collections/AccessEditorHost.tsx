import { inFrame, island } from '#islands/island.tsx';
import { EditorHost } from './EditorHost.tsx';

export default island(inFrame('access'), EditorHost);

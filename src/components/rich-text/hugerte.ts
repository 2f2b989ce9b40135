/** Only RichText.tsx, a lazy part, imports this large chunk statically; the page prefetches both while it is idle. */
import hugerte from 'hugerte';
// The parts register with the global that the core creates, so the order of these imports matters.
import 'hugerte/models/dom/model.js';
import 'hugerte/themes/silver/theme.js';
import 'hugerte/icons/default/icons.js';
import 'hugerte/plugins/autoresize/plugin.js';
import 'hugerte/plugins/autolink/plugin.js';
import 'hugerte/plugins/lists/plugin.js';
import 'hugerte/plugins/link/plugin.js';
import 'hugerte/plugins/image/plugin.js';
import 'hugerte/plugins/table/plugin.js';
import 'hugerte/plugins/searchreplace/plugin.js';
import 'hugerte/plugins/fullscreen/plugin.js';
import 'hugerte/plugins/directionality/plugin.js';
import 'hugerte/plugins/codesample/plugin.js';

export default hugerte;

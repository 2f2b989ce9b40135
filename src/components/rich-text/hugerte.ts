/**
 * The rich-text editor with the parts that the dashboard uses, as one lazy chunk. It is large, so nothing
 * may import it statically but the editor (RichText.tsx), itself a lazy part. The page fetches both ahead while
 * it has nothing else to do (SH-09). Its looks are not in it; they are CSS and come with the editor.
 */
import hugerte from 'hugerte';
// The parts register with the global that the core has just made: their order matters.
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

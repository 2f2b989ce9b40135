import 'hugerte/themes/silver/theme.js';

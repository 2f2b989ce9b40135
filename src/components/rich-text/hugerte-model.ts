import 'hugerte/models/dom/model.js';

import { excalidraw, fullcalendar, grapesjs, jstree, leaflet, sortable, uppy } from './boards.mjs';
import { monaco, quill, tinymce } from './editors.mjs';
import { flatpickr, niceSelect, select2, shoelace } from './forms.mjs';
import { agGrid, handsontable, jspreadsheet, tabulator } from './grids.mjs';
import nodeRed from './node-red.mjs';
import swaggerUi from './swagger-ui.mjs';
import tiddlywiki from './tiddlywiki.mjs';
import ungit from './ungit.mjs';

export const apps = [
  nodeRed,
  tiddlywiki,
  ungit,
  swaggerUi,
  excalidraw,
  grapesjs,
  uppy,
  agGrid,
  handsontable,
  jspreadsheet,
  tabulator,
  monaco,
  quill,
  tinymce,
  shoelace,
  select2,
  niceSelect,
  flatpickr,
  fullcalendar,
  sortable,
  jstree,
  leaflet,
];

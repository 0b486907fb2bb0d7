/**
 * The colours of a picture, for light and dark. Contrast of text is 4.5 : 1 or more on each of its grounds, in light
 * and dark.
 */
const LIGHT =
  '--back:#fff;--stripe:#f6f7f9;--text:#1b1f24;--dim:#57606a;--grid:#d8dee4;' +
  '--wait:#fff4d6;--wait-line:#9a6700;--wait-text:#6b4700;--queue:#afb8c1;--create:#6e7781;' +
  '--start:#2f6fd0;--start-text:#fff;--run:#8250df;--run-text:#fff;--ready:#b7e4c0;--ready-text:#0f4d23;' +
  '--fail:#cf222e;--fail-text:#fff;--edge:#57606a;--path:#d1242f;--plain:#d8dee4;--plain-text:#1b1f24';
const DARK =
  '--back:#0d1117;--stripe:#151b23;--text:#e6edf3;--dim:#9198a1;--grid:#2b323b;' +
  '--wait:#3a2d05;--wait-line:#d29922;--wait-text:#f2cc60;--queue:#59636e;--create:#9198a1;' +
  '--start:#1f6feb;--start-text:#fff;--run:#8957e5;--run-text:#fff;--ready:#1b4a2a;--ready-text:#aff5b4;' +
  '--fail:#da3633;--fail-text:#fff;--edge:#9198a1;--path:#ff7b72;--plain:#3d444d;--plain-text:#e6edf3';

const FONTS = 'font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif';

export const TIMELINE_STYLE =
  '\n.startup-order{' +
  LIGHT +
  ';' +
  FONTS +
  '}\n' +
  '@media (prefers-color-scheme:dark){.startup-order{' +
  DARK +
  '}}' +
  `
.startup-order .back{fill:var(--back)}
.startup-order .stripe{fill:var(--stripe)}
.startup-order text{fill:var(--text);font-size:12px}
.startup-order .head{font-size:15px;font-weight:600}
.startup-order .sub{fill:var(--dim)}
.startup-order .tick,.startup-order .small{fill:var(--dim);font-size:10.5px}
.startup-order .name{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.startup-order .injected{font-style:italic}
.startup-order .in{font-size:10.5px}
.startup-order .in-waiting{fill:var(--wait-text)}
.startup-order .in-starting,.startup-order .in-planned{fill:var(--start-text)}
.startup-order .in-running{fill:var(--run-text)}
.startup-order .in-ready{fill:var(--ready-text)}
.startup-order .in-failed{fill:var(--fail-text)}
.startup-order .in-plain{fill:var(--plain-text)}
.startup-order .grid,.startup-order .rule{stroke:var(--grid);stroke-width:1}
.startup-order .queued{fill:var(--queue)}
.startup-order .waiting{fill:var(--wait);stroke:var(--wait-line);stroke-width:1;stroke-dasharray:3 2}
.startup-order .creating{fill:var(--create)}
.startup-order .starting,.startup-order .planned{fill:var(--start)}
.startup-order .running{fill:var(--run)}
.startup-order .guess{stroke:var(--text);stroke-width:1.2;stroke-dasharray:2 2}
.startup-order .ready{fill:var(--ready)}
.startup-order .failed{fill:var(--fail)}
.startup-order .plain{fill:var(--plain)}
.startup-order .edge .line{fill:none;stroke:var(--edge);stroke-width:1.2;opacity:.75}
.startup-order .edge .tip{fill:var(--edge)}
.startup-order .critical .line{stroke:var(--path);stroke-width:2;opacity:1}
.startup-order .critical .tip{fill:var(--path)}
.startup-order .path{stroke:var(--path);stroke-width:3}
`;

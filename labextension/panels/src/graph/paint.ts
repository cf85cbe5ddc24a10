/** Drawing: the same strokes on a canvas and in an SVG file. */

import type { Laid, LayoutName, Place } from './layout';

export interface Theme {
  text: string;
  muted: string;
  box: string;
  border: string;
  accent: string;
  good: string;
  fair: string;
  bad: string;
  calm: string;
  page: string;
  font: string;
}

export interface Brush {
  line(points: number[], colour: string, width: number, alpha: number, dash: boolean): void;
  curve(points: number[], colour: string, width: number, alpha: number, dash: boolean): void;
  box(x: number, y: number, w: number, h: number, fill: string, stroke: string, width: number): void;
  dot(x: number, y: number, radius: number, fill: string, stroke: string, width: number): void;
  text(text: string, x: number, y: number, room: number, colour: string): void;
  /** Draw what was gathered, below what comes next. */
  flush(): void;
}

export interface Marks {
  selected: string | null;
  found: ReadonlySet<string>;
  search: boolean;
  /** Below this size words can't be read, so they are not drawn. */
  hasWords: boolean;
  /** How wide a stroke is that shows as one pixel or more. */
  stroke: number;
}

export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const FONT_SIZE = 12;

export function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: value('--lux-text'),
    muted: value('--lux-muted'),
    box: value('--lux-raised'),
    border: value('--lux-border'),
    accent: value('--lux-accent'),
    good: value('--lux-good'),
    fair: value('--lux-fair'),
    bad: value('--lux-bad'),
    calm: value('--lux-calm'),
    page: value('--lux-page'),
    font: `${FONT_SIZE}px ${style.fontFamily}`
  };
}

function toneColour(theme: Theme, tone: string): string {
  const colours: Record<string, string> = {
    good: theme.good,
    fair: theme.fair,
    bad: theme.bad,
    calm: theme.calm
  };
  return colours[tone] ?? theme.border;
}

/** Draw what is inside the window. */
export function paint(
  brush: Brush,
  laid: Laid,
  layout: LayoutName,
  theme: Theme,
  marks: Marks,
  view: Window
): void {
  for (const link of laid.links) {
    if (isLinkInside(link.from, link.to, view)) {
      paintLink(brush, link, layout, theme, marks.stroke);
    }
  }
  brush.flush();
  for (const place of laid.places.values()) {
    if (isInside(place, view)) {
      paintNode(brush, place, layout, theme, marks);
    }
  }
  brush.flush();
}

function isInside(place: Place, view: Window): boolean {
  return (
    place.x <= view.right &&
    place.x + place.width + 160 >= view.left &&
    place.y <= view.bottom &&
    place.y + place.height >= view.top
  );
}

function isLinkInside(from: Place, to: Place, view: Window): boolean {
  return (
    Math.min(from.x, to.x) <= view.right &&
    Math.max(from.x + from.width, to.x + to.width) >= view.left &&
    Math.min(from.y, to.y) <= view.bottom &&
    Math.max(from.y + from.height, to.y + to.height) >= view.top
  );
}

function paintLink(
  brush: Brush,
  link: Laid['links'][number],
  layout: LayoutName,
  theme: Theme,
  stroke: number
): void {
  const { from, to, kind } = link;
  const isExtra = kind !== 'next' && kind !== 'child';
  const colour = isExtra ? theme.calm : theme.muted;
  if (layout === 'clusters') {
    // From afar a line is as wide as a dot, so it is fainter.
    const faint = 1 / Math.max(1, stroke);
    const alpha = (isExtra ? 0.12 + 0.3 * link.weight : 0.3) * faint;
    const ends = [from.x + from.width / 2, from.y + from.height / 2];
    ends.push(to.x + to.width / 2, to.y + to.height / 2);
    brush.line(ends, colour, stroke, alpha, false);
  } else if (layout === 'tree' && !isExtra) {
    const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
    const [x2, y2] = [to.x, to.y + to.height / 2];
    const middle = (x1 + x2) / 2;
    brush.curve([x1, y1, middle, y1, middle, y2, x2, y2], colour, 1.2 * stroke, 0.6, false);
  } else if (!isExtra) {
    const x = from.x + 11;
    const points = [x, from.y + from.height, x, to.y + to.height / 2];
    brush.line(kind === 'next' ? [x, from.y + from.height, x, to.y] : points, colour, 1.4 * stroke, 0.6, false);
    if (kind === 'child') {
      brush.line([x, to.y + to.height / 2, to.x, to.y + to.height / 2], colour, 1.4 * stroke, 0.6, false);
    }
  } else {
    const x = Math.max(from.x + from.width, to.x + to.width);
    const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2];
    const out = x + 34;
    brush.curve([from.x + from.width, y1, out, y1, out, y2, to.x + to.width, y2], colour, 1.2 * stroke, 0.8, true);
  }
}

function paintNode(brush: Brush, place: Place, layout: LayoutName, theme: Theme, marks: Marks): void {
  const { node, x, y, width, height } = place;
  const tone = toneColour(theme, node.tone);
  const isSelected = node.id === marks.selected;
  const isFound = marks.found.has(node.id);
  const isFaded = marks.search && !isFound;
  const stroke = isSelected ? theme.accent : isFound ? theme.fair : theme.border;
  const strokeWidth = (isSelected || isFound ? 2.2 : 1) * marks.stroke;
  const colour = isFaded ? theme.muted : theme.text;
  if (layout === 'clusters') {
    const radius = width / 2;
    const edge = isSelected || isFound ? strokeWidth : 0;
    brush.dot(x + radius, y + radius, radius, isFaded ? theme.border : tone, stroke, edge);
    if (marks.hasWords && (node.parent === null || isSelected || isFound)) {
      brush.text(node.label, x + width + 5, y + radius + 4, 240, colour);
    }
    return;
  }
  if (!marks.hasWords) {
    // From afar a box is a mark in its colour.
    brush.box(x, y, width, height, isFaded ? theme.border : tone, stroke, isSelected || isFound ? strokeWidth : 0);
    return;
  }
  brush.box(x, y, width, height, theme.box, stroke, strokeWidth);
  brush.box(x, y, 5, height, tone, tone, 0);
  const fold = place.hidden ? `＋${place.hidden} ` : '';
  brush.text(fold + node.label, x + 13, y + height / 2 + 4, width - 20, colour);
}

/** One path with everything in it is slow too. */
const LARGEST_BATCH = 64;

interface Batch {
  size: number;
  path: Path2D;
  colour: string;
  width: number;
  alpha: number;
  dash: boolean;
  isFilled: boolean;
}

/** A canvas. Strokes of one style are drawn at once: thousands of single ones are slow. */
export class CanvasBrush implements Brush {
  private batches = new Map<string, Batch>();

  constructor(
    private context: CanvasRenderingContext2D,
    font: string,
    private cuts: Map<string, string> = new Map()
  ) {
    context.font = font;
    context.textBaseline = 'alphabetic';
  }

  line(p: number[], colour: string, width: number, alpha: number, dash: boolean): void {
    const path = this.stroke(colour, width, alpha, dash);
    path.moveTo(p[0], p[1]);
    path.lineTo(p[2], p[3]);
  }

  curve(p: number[], colour: string, width: number, alpha: number, dash: boolean): void {
    const path = this.stroke(colour, width, alpha, dash);
    path.moveTo(p[0], p[1]);
    path.bezierCurveTo(p[2], p[3], p[4], p[5], p[6], p[7]);
  }

  box(x: number, y: number, w: number, h: number, fill: string, stroke: string, width: number): void {
    this.fill(fill).rect(x, y, w, h);
    if (width) {
      this.stroke(stroke, width, 1, false).rect(x, y, w, h);
    }
  }

  dot(x: number, y: number, radius: number, fill: string, stroke: string, width: number): void {
    const paths = [this.fill(fill)];
    if (width) {
      paths.push(this.stroke(stroke, width, 1, false));
    }
    for (const path of paths) {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }

  text(text: string, x: number, y: number, room: number, colour: string): void {
    this.flush();
    this.context.fillStyle = colour;
    this.context.fillText(this.cut(text, room), x, y);
  }

  flush(): void {
    this.batches.forEach(batch => this.draw(batch));
    this.context.globalAlpha = 1;
    this.batches.clear();
  }

  private draw({ path, colour, width, alpha, dash, isFilled }: Batch): void {
    const c = this.context;
    c.globalAlpha = alpha;
    if (isFilled) {
      c.fillStyle = colour;
      c.fill(path);
    } else {
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.setLineDash(dash ? [4, 3] : []);
      c.stroke(path);
    }
  }

  private fill(colour: string): Path2D {
    return this.batch(`fill ${colour}`, { colour, width: 0, alpha: 1, dash: false, isFilled: true });
  }

  private stroke(colour: string, width: number, exact: number, dash: boolean): Path2D {
    const alpha = Math.ceil(exact * 20) / 20;
    const key = `${colour} ${width} ${alpha} ${dash}`;
    return this.batch(key, { colour, width, alpha, dash, isFilled: false });
  }

  private batch(key: string, style: Omit<Batch, 'path' | 'size'>): Path2D {
    let known = this.batches.get(key);
    if (known && known.size >= LARGEST_BATCH) {
      this.draw(known);
      known = undefined;
    }
    if (!known) {
      known = { ...style, path: new Path2D(), size: 0 };
      this.batches.set(key, known);
    }
    known.size += 1;
    return known.path;
  }

  private cut(text: string, room: number): string {
    const key = `${room} ${text}`;
    let shown = this.cuts.get(key);
    if (shown === undefined) {
      const width = (part: string): number => this.context.measureText(part).width;
      shown = text;
      if (width(text) > room) {
        let most = Math.floor((text.length * room) / width(text));
        while (most > 1 && width(`${text.slice(0, most)}…`) > room) {
          most -= 1;
        }
        shown = `${text.slice(0, most)}…`;
      }
      this.cuts.set(key, shown);
    }
    return shown;
  }
}

/** An SVG file, written as text. */
export class SvgBrush implements Brush {
  private parts: string[] = [];

  line(p: number[], colour: string, width: number, alpha: number, dash: boolean): void {
    this.path(`M${p[0]} ${p[1]}L${p[2]} ${p[3]}`, colour, width, alpha, dash);
  }

  curve(p: number[], colour: string, width: number, alpha: number, dash: boolean): void {
    const d = `M${p[0]} ${p[1]}C${p[2]} ${p[3]} ${p[4]} ${p[5]} ${p[6]} ${p[7]}`;
    this.path(d, colour, width, alpha, dash);
  }

  box(x: number, y: number, w: number, h: number, fill: string, stroke: string, width: number): void {
    this.parts.push(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
    );
  }

  dot(x: number, y: number, radius: number, fill: string, stroke: string, width: number): void {
    this.parts.push(
      `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`
    );
  }

  text(text: string, x: number, y: number, room: number, colour: string): void {
    const most = Math.floor(room / 6.2);
    const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    this.parts.push(`<text x="${x}" y="${y}" fill="${colour}">${escapeXml(shown)}</text>`);
  }

  flush(): void {
    // A file is written in order anyway.
  }

  /** The whole file. */
  file(width: number, height: number, page: string, title: string): string {
    const margin = 16;
    const size = `${-margin} ${-margin} ${width + margin * 2 + 60} ${height + margin * 2}`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" font-family="sans-serif" font-size="12">` +
      `<title>${escapeXml(title)}</title>` +
      `<rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${page}"/>` +
      `${this.parts.join('')}</svg>`
    );
  }

  private path(d: string, colour: string, width: number, alpha: number, dash: boolean): void {
    const dashes = dash ? ' stroke-dasharray="4 3"' : '';
    this.parts.push(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${alpha}"${dashes}/>`
    );
  }
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, c => `&#${c.charCodeAt(0)};`);
}

/** A graph as a file. */

import type { GraphData, Laid, LayoutName } from './layout';
import { CanvasBrush, paint, SvgBrush, type Theme } from './paint';

const EVERYTHING = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };
const STILL = { selected: null, found: new Set<string>(), search: false, hasWords: true, stroke: 1 };
const LARGEST = 8000;
const MARGIN = 16;

/** The whole graph as the text of an SVG file. */
export function svgOf(data: GraphData, laid: Laid, layout: LayoutName, theme: Theme): string {
  const brush = new SvgBrush();
  paint(brush, laid, layout, theme, STILL, EVERYTHING);
  return brush.file(laid.width, laid.height, theme.page, data.title);
}

export function exportSvg(data: GraphData, laid: Laid, layout: LayoutName, theme: Theme): void {
  const text = svgOf(data, laid, layout, theme);
  save(new Blob([text], { type: 'image/svg+xml' }), `${fileName(data)}.svg`);
}

export function exportPng(data: GraphData, laid: Laid, layout: LayoutName, theme: Theme): void {
  const canvas = document.createElement('canvas');
  const [width, height] = [laid.width + 60 + MARGIN * 2, laid.height + MARGIN * 2];
  const scale = Math.min(2, LARGEST / width, LARGEST / height);
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d')!;
  context.fillStyle = theme.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  paint(new CanvasBrush(context, theme.font), laid, layout, theme, STILL, EVERYTHING);
  canvas.toBlob(blob => blob && save(blob, `${fileName(data)}.png`));
}

function fileName(data: GraphData): string {
  return data.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40) || 'graph';
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

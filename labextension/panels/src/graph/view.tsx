/** The graph component: zoom, pan, fold, search, keyboard, export; one for trees and networks. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useWidth } from '../hooks';
import { counted } from '../parts';
import { exportPng, exportSvg } from './save';
import { family, layOut, type GraphData, type LayoutName, type Place } from './layout';
import { CanvasBrush, paint, themeOf, type Marks, type Theme } from './paint';
import { Sheet, viewOf, type Camera, type Painter } from './sheet';
import { near, step } from './walk';

interface Props {
  /** Until there is a graph its room is kept, so that nothing moves when it comes. */
  data: GraphData | null | undefined;
  /** What is said where there is none. */
  empty?: string;
  height?: number;
  /** Whether what is added last is brought into sight, until somebody moves the graph. */
  follows?: boolean;
  /** A small graph takes little room; not for one that grows while it is looked at. */
  isSnug?: boolean;
  selected?: string | null;
  onSelect?: (id: string | null) => void;
}

const NOTHING: GraphData = { title: 'nothing yet', layout: 'lanes', nodes: [], edges: [] };
/** As many nodes and links as are painted in each frame; more are painted on a sheet. */
const MANY = 400;
const REST_MS = 120;
const LEAST = 0.02;
const MOST = 4;
const NARROW = 520;
const MOST_LANE = 760;
const LAYOUTS: Record<LayoutName, string> = { lanes: 'Outline', tree: 'Tree', clusters: 'Clusters' };

export function Graph(props: Props) {
  const { height: most = 320, isSnug, selected: given, onSelect } = props;
  const data = props.data ?? NOTHING;
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const camera = useRef<Camera>({ x: 16, y: 16, scale: 1 });
  const frame = useRef(0);
  const sheet = useRef(new Sheet());
  const movedAt = useRef(0);
  const resting = useRef<ReturnType<typeof setTimeout>>();
  const isFollowing = useRef(false);
  const cuts = useRef(new Map<string, string>());
  const moved = useRef(false);
  const [own, setOwn] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<LayoutName | null>(null);
  const width = useWidth(root);
  const selected = given === undefined ? own : given;
  const layout = chosen ?? (data.layout === 'tree' && width < NARROW ? 'lanes' : data.layout);
  const room = Math.min(MOST_LANE, width - 72);
  const laid = useMemo(() => layOut(data, layout, folded, room), [data, layout, folded, room]);
  const height = isSnug ? Math.min(most, Math.max(80, Math.round(laid.height) + 40)) : most;
  const found = useMemo(() => search(data, query), [data, query]);
  const marks: Marks = { selected, found, search: query !== '', hasWords: true, stroke: 1 };
  const draw = useRef<() => void>(() => undefined);

  draw.current = () => {
    const surface = canvas.current;
    const context = surface?.getContext('2d');
    if (!surface || !context || !root.current) {
      return;
    }
    const started = performance.now();
    const ratio = window.devicePixelRatio || 1;
    const size = { width: surface.clientWidth, height };
    if (surface.width !== Math.round(size.width * ratio) || surface.height !== Math.round(height * ratio)) {
      surface.width = Math.round(size.width * ratio);
      surface.height = Math.round(height * ratio);
    }
    const { x, y, scale } = camera.current;
    const theme = themeOf(root.current);
    const painter: Painter = (onto, view, at) => {
      const brush = new CanvasBrush(onto, theme.font, cuts.current);
      const seen = { ...marks, hasWords: at > 0.4, stroke: Math.max(1, 1 / at) };
      paint(brush, laid, layout, theme, seen, view);
    };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, surface.width, surface.height);
    if (laid.places.size + laid.links.length > MANY) {
      const key = [laid, layout, selected, found, query, size.width, height, ratio, ...colours(theme)];
      // The name of a node may reach beyond the last one.
      const all = { width: laid.width + 260, height: laid.height };
      const isMoving = Date.now() - movedAt.current < REST_MS;
      const again = sheet.current.show(context, camera.current, size, all, ratio, key, isMoving, painter);
      clearTimeout(resting.current);
      if (again) {
        resting.current = setTimeout(() => draw.current(), REST_MS);
      }
    } else {
      context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
      painter(context, viewOf(camera.current, size), scale);
    }
    surface.dataset.frame = (performance.now() - started).toFixed(2);
  };

  const redraw = (): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => draw.current());
  };

  const fit = (): void => {
    const surface = canvas.current;
    if (!surface || !laid.width) {
      return;
    }
    const wide = (surface.clientWidth - 32) / (laid.width + 40);
    const high = (height - 32) / laid.height;
    const least = layout === 'clusters' ? LEAST : 0.72;
    const scale = Math.min(1, Math.max(Math.min(wide, high), least));
    camera.current = { x: 16, y: 16, scale };
    if (layout === 'clusters') {
      camera.current.x = (surface.clientWidth - laid.width * scale) / 2;
      camera.current.y = (height - laid.height * scale) / 2;
    }
    redraw();
  };

  const zoom = (factor: number, atX?: number, atY?: number): void => {
    const at = camera.current;
    const scale = Math.min(MOST, Math.max(LEAST, at.scale * factor));
    const x = atX ?? (canvas.current?.clientWidth ?? 0) / 2;
    const y = atY ?? height / 2;
    const ratio = scale / at.scale;
    camera.current = { x: x - (x - at.x) * ratio, y: y - (y - at.y) * ratio, scale };
    moved.current = true;
    movedAt.current = Date.now();
    redraw();
  };

  const reveal = (place: Place): void => {
    const at = camera.current;
    const [w, h] = [canvas.current?.clientWidth ?? 0, height];
    const left = place.x * at.scale + at.x;
    const top = place.y * at.scale + at.y;
    const margin = 24;
    if (top < margin || top + place.height * at.scale > h - margin) {
      at.y = h / 2 - place.y * at.scale;
    }
    if (left < 0 || left > w - margin * 3) {
      at.x = w / 3 - place.x * at.scale;
    }
    redraw();
  };

  const select = (id: string | null): void => {
    setOwn(id);
    onSelect?.(id);
    const place = id ? laid.places.get(id) : undefined;
    if (place) {
      moved.current = true;
      reveal(place);
    }
  };

  const fold = (id: string | null): void => {
    if (id && laid.places.get(id)?.hasChildren) {
      const next = new Set(folded);
      if (!next.delete(id)) {
        next.add(id);
      }
      setFolded(next);
    }
  };

  const foldAll = (): void => {
    const { roots, children } = family(data);
    const inner = data.nodes.filter(node => children.has(node.id) && !roots.includes(node));
    setFolded(folded.size ? new Set() : new Set(inner.map(node => node.id)));
  };

  const nextFound = (backwards = false): void => {
    const hits = laid.order.filter(id => found.has(id));
    if (hits.length) {
      const at = selected ? hits.indexOf(selected) : -1;
      select(hits[(at + (backwards ? -1 : 1) + hits.length) % hits.length]);
    }
  };

  const onKey = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => select(step(laid, selected, 'next')),
      ArrowUp: () => select(step(laid, selected, 'previous')),
      ArrowLeft: () => select(step(laid, selected, 'parent')),
      ArrowRight: () => select(step(laid, selected, 'child')),
      Enter: () => fold(selected),
      ' ': () => fold(selected),
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      '0': fit,
      '/': () => root.current?.querySelector<HTMLInputElement>('.lux-graph-search')?.focus(),
      Escape: () => select(null)
    };
    const move = moves[event.key];
    if (move && !event.ctrlKey && !event.metaKey && !event.altKey) {
      move();
      event.preventDefault();
      event.stopPropagation();
    }
  };

  // A notebook scrolls under the wheel, unless the graph was chosen first.
  useEffect(() => {
    const surface = canvas.current!;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== surface) {
        return;
      }
      event.preventDefault();
      const box = surface.getBoundingClientRect();
      zoomNow.current(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    };
    surface.addEventListener('wheel', onWheel, { passive: false });
    return () => surface.removeEventListener('wheel', onWheel);
  }, []);
  const zoomNow = useRef(zoom);
  zoomNow.current = zoom;

  useEffect(() => {
    if (moved.current) {
      redraw();
    } else {
      fit();
      isFollowing.current ||= !!props.follows;
      const last = isFollowing.current ? laid.places.get(data.nodes[data.nodes.length - 1]?.id) : undefined;
      if (last) {
        reveal(last);
      }
    }
  }, [laid, width, height]);
  useEffect(redraw, [selected, query]);
  useEffect(() => {
    moved.current = false;
    isFollowing.current = !!props.follows;
    fit();
  }, [layout, data.title]);
  useEffect(() => {
    const watcher = new MutationObserver(redraw);
    watcher.observe(document.body, { attributes: true, attributeFilter: ['data-jp-theme-light', 'class'] });
    return () => {
      watcher.disconnect();
      clearTimeout(resting.current);
    };
  }, []);

  const onPointer = (event: PointerEvent): void => {
    const surface = canvas.current!;
    const box = surface.getBoundingClientRect();
    const start = { x: event.clientX, y: event.clientY, at: { ...camera.current } };
    let isDrag = false;
    surface.focus({ preventScroll: true });
    surface.setPointerCapture(event.pointerId);
    const move = (next: PointerEvent): void => {
      const [dx, dy] = [next.clientX - start.x, next.clientY - start.y];
      isDrag = isDrag || Math.hypot(dx, dy) > 4;
      if (isDrag) {
        moved.current = true;
        movedAt.current = Date.now();
        camera.current = { ...start.at, x: start.at.x + dx, y: start.at.y + dy };
        redraw();
      }
    };
    const end = (): void => {
      surface.removeEventListener('pointermove', move);
      surface.removeEventListener('pointerup', end);
      surface.removeEventListener('pointercancel', end);
      if (!isDrag) {
        const { x, y, scale } = camera.current;
        const [atX, atY] = [(start.x - box.left - x) / scale, (start.y - box.top - y) / scale];
        select(near(laid, atX, atY, 6 / scale));
      }
    };
    surface.addEventListener('pointermove', move);
    surface.addEventListener('pointerup', end);
    surface.addEventListener('pointercancel', end);
  };

  const shown = selected ? data.nodes.find(node => node.id === selected) : undefined;
  const other: LayoutName = layout === 'lanes' ? 'tree' : 'lanes';
  const isEmpty = !data.nodes.length;
  const count = counted(data.nodes.length, 'node');
  return (
    <div class="lux-graph" ref={root}>
      <div class="lux-row lux-graph-bar">
        <input
          class="lux-graph-search"
          type="search"
          placeholder="Find"
          aria-label="Find in the graph"
          value={query}
          onInput={event => setQuery(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') {
              nextFound(event.shiftKey);
            }
            event.stopPropagation();
          }}
        />
        <small class="lux-muted">{query ? `${found.size} of ${count}` : count}</small>
        <span class="lux-grow" />
        <span class="lux-graph-buttons">
          {data.layout !== 'clusters' && (
            <button disabled={isEmpty} onClick={() => setChosen(other)} title="Change the layout">
              {LAYOUTS[other]}
            </button>
          )}
          <button disabled={isEmpty} onClick={foldAll} title="Fold or unfold everything">
            {folded.size ? 'Unfold' : 'Fold'}
          </button>
          <button disabled={isEmpty} onClick={() => zoom(0.8)} aria-label="Zoom out" title="Zoom out (-)">
            −
          </button>
          <button disabled={isEmpty} onClick={() => zoom(1.25)} aria-label="Zoom in" title="Zoom in (+)">
            +
          </button>
          <button
            disabled={isEmpty}
            onClick={() => {
              moved.current = false;
              fit();
            }}
            title="Fit (0)"
          >
            Fit
          </button>
          <button disabled={isEmpty} onClick={() => exportSvg(data, laid, layout, themeOf(root.current!))}>
            SVG
          </button>
          <button disabled={isEmpty} onClick={() => exportPng(data, laid, layout, themeOf(root.current!))}>
            PNG
          </button>
        </span>
      </div>
      <div class="lux-graph-room">
        <canvas
          ref={canvas}
          class="lux-graph-canvas"
          style={{ height: `${height}px` }}
          tabIndex={0}
          role="application"
          aria-label={`${data.title}: graph of ${count}. Arrow keys move, Enter folds, slash finds.`}
          onPointerDown={onPointer}
          onDblClick={() => fold(selected)}
          onKeyDown={onKey}
        />
        {isEmpty && <div class="lux-graph-empty lux-muted">{props.empty}</div>}
      </div>
      <div class="lux-graph-detail" aria-live="polite">
        {shown ? (
          <>
            <b>{shown.kind}</b> <span class="lux-pre">{shown.detail || shown.label}</span>
          </>
        ) : (
          <span class="lux-muted">{isEmpty ? 'What is selected in the graph is told here.' : 'Select a node to read it.'}</span>
        )}
      </div>
    </div>
  );
}

function colours(theme: Theme): string[] {
  return [theme.text, theme.page, theme.border, theme.accent, theme.good, theme.font];
}

function search(data: GraphData, query: string): ReadonlySet<string> {
  const wanted = query.trim().toLowerCase();
  if (!wanted) {
    return new Set();
  }
  const hits = data.nodes.filter(
    node => node.label.toLowerCase().includes(wanted) || node.detail.toLowerCase().includes(wanted)
  );
  return new Set(hits.map(node => node.id));
}

/** Where the nodes of a graph stand. Every layout is one pass over the nodes. */

export interface GraphNode {
  id: string;
  label: string;
  detail: string;
  kind: string;
  tone: string;
  parent: string | null;
  goesOn: boolean;
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: string;
  weight: number;
}

export interface GraphData {
  title: string;
  layout: 'lanes' | 'tree' | 'clusters';
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface Place {
  node: GraphNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How many nodes are folded away below it. */
  hidden: number;
  hasChildren: boolean;
}

export interface Laid {
  places: Map<string, Place>;
  order: string[];
  links: { from: Place; to: Place; kind: string; weight: number }[];
  width: number;
  height: number;
}

export type LayoutName = GraphData['layout'];

const ROW = 34;
const BOX_HEIGHT = 26;
const INDENT = 26;
const LANE_WIDTH = 420;
const LEAST_LANE = 220;
const TREE_WIDTH = 210;
const TREE_GAP = 48;
const DOT = 12;

/** The children of each node; a node whose parent is not there counts as a root. */
export function family(data: GraphData): { roots: GraphNode[]; children: Map<string, GraphNode[]> } {
  const known = new Set(data.nodes.map(node => node.id));
  const children = new Map<string, GraphNode[]>();
  const roots: GraphNode[] = [];
  for (const node of data.nodes) {
    if (node.parent !== null && known.has(node.parent) && node.parent !== node.id) {
      const line = children.get(node.parent);
      if (line) {
        line.push(node);
      } else {
        children.set(node.parent, [node]);
      }
    } else {
      roots.push(node);
    }
  }
  return { roots, children };
}

/** Lay out a graph; what is below a folded node is left out. */
export function layOut(
  data: GraphData,
  layout: LayoutName,
  folded: ReadonlySet<string>,
  room = LANE_WIDTH
): Laid {
  const { roots, children } = family(data);
  const below = (id: string): number => {
    let count = 0;
    const waiting = [...(children.get(id) ?? [])];
    while (waiting.length) {
      const node = waiting.pop()!;
      count += 1;
      waiting.push(...(children.get(node.id) ?? []));
    }
    return count;
  };
  const places = new Map<string, Place>();
  const order: string[] = [];
  const put = (node: GraphNode, x: number, y: number, width: number, height: number): void => {
    const hasChildren = children.has(node.id);
    const hidden = folded.has(node.id) ? below(node.id) : 0;
    places.set(node.id, { node, x, y, width, height, hidden, hasChildren });
    order.push(node.id);
  };
  const shown = (node: GraphNode): GraphNode[] =>
    folded.has(node.id) ? [] : (children.get(node.id) ?? []);
  if (layout === 'clusters') {
    clusters(roots, shown, put);
  } else if (layout === 'tree') {
    tree(roots, shown, put);
  } else {
    lanes(roots, shown, put, Math.max(LEAST_LANE, room));
  }
  return finish(data, places, order);
}

type Put = (node: GraphNode, x: number, y: number, width: number, height: number) => void;
type Shown = (node: GraphNode) => GraphNode[];

/** One node a row; what goes on stays on its lane, what leaves it moves to the right. */
function lanes(roots: GraphNode[], shown: Shown, put: Put, room: number): void {
  let row = 0;
  const waiting = [...roots].reverse().map(node => ({ node, depth: 0 }));
  while (waiting.length) {
    const { node, depth } = waiting.pop()!;
    put(node, depth * INDENT, row * ROW, Math.max(LEAST_LANE, room - depth * INDENT), BOX_HEIGHT);
    row += 1;
    const children = shown(node);
    // Branches come first: below them the lane goes on.
    const ordered = [...children.filter(c => c.goesOn), ...children.filter(c => !c.goesOn).reverse()];
    for (const child of ordered) {
      waiting.push({ node: child, depth: child.goesOn ? depth : depth + 1 });
    }
  }
}

/** Depth to the right; leaves below each other, each parent at the middle of its children. */
function tree(roots: GraphNode[], shown: Shown, put: Put): void {
  let row = 0;
  const heights = new Map<string, number>();
  const path: { node: GraphNode; depth: number; isDone: boolean }[] = [...roots]
    .reverse()
    .map(node => ({ node, depth: 0, isDone: false }));
  const depths = new Map<string, number>();
  const sequence: GraphNode[] = [];
  while (path.length) {
    const { node, depth, isDone } = path.pop()!;
    const children = shown(node);
    if (isDone) {
      const first = heights.get(children[0].id)!;
      const last = heights.get(children[children.length - 1].id)!;
      heights.set(node.id, (first + last) / 2);
      continue;
    }
    depths.set(node.id, depth);
    sequence.push(node);
    if (children.length) {
      path.push({ node, depth, isDone: true });
      for (const child of [...children].reverse()) {
        path.push({ node: child, depth: depth + 1, isDone: false });
      }
    } else {
      heights.set(node.id, row * ROW);
      row += 1;
    }
  }
  for (const node of sequence) {
    const x = depths.get(node.id)! * (TREE_WIDTH + TREE_GAP);
    put(node, x, heights.get(node.id)!, TREE_WIDTH, BOX_HEIGHT);
  }
}

/** Each root in the middle of its children, which stand like the seeds of a sunflower. */
function clusters(roots: GraphNode[], shown: Shown, put: Put): void {
  const golden = Math.PI * (3 - Math.sqrt(5));
  const radii = roots.map(root => 60 + 26 * Math.sqrt(shown(root).length));
  const columns = Math.max(1, Math.ceil(Math.sqrt(roots.length)));
  let top = 0;
  for (let start = 0; start < roots.length; start += columns) {
    const line = roots.slice(start, start + columns);
    const tallest = Math.max(...radii.slice(start, start + columns));
    let left = 0;
    line.forEach((root, index) => {
      const radius = radii[start + index];
      const middleX = left + radius;
      const middleY = top + tallest;
      put(root, middleX - DOT, middleY - DOT, DOT * 2, DOT * 2);
      shown(root).forEach((node, number) => {
        const distance = 40 + 24 * Math.sqrt(number);
        const angle = number * golden;
        const x = middleX + distance * Math.cos(angle);
        const y = middleY + distance * Math.sin(angle);
        put(node, x - DOT / 2, y - DOT / 2, DOT, DOT);
      });
      left += radius * 2;
    });
    top += tallest * 2;
  }
}

function finish(data: GraphData, places: Map<string, Place>, order: string[]): Laid {
  const links: Laid['links'] = [];
  let width = 0;
  let height = 0;
  for (const place of places.values()) {
    width = Math.max(width, place.x + place.width);
    height = Math.max(height, place.y + place.height);
    const parent = place.node.parent ? places.get(place.node.parent) : undefined;
    if (parent) {
      const kind = place.node.goesOn ? 'next' : 'child';
      links.push({ from: parent, to: place, kind, weight: 1 });
    }
  }
  for (const edge of data.edges) {
    const from = places.get(edge.from);
    const to = places.get(edge.to);
    if (from && to) {
      links.push({ from, to, kind: edge.kind || 'relates', weight: edge.weight });
    }
  }
  return { places, order, links, width, height };
}

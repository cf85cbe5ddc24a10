/** Moving about in a graph by keys and by the pointer. */

import type { Laid } from './layout';

export type Step = 'next' | 'previous' | 'parent' | 'child';

/** The node that a key leads to; where there is none, the one it is on. */
export function step(laid: Laid, from: string | null, way: Step): string | null {
  const at = from === null ? -1 : laid.order.indexOf(from);
  if (at < 0) {
    return laid.order[0] ?? null;
  }
  if (way === 'next') {
    return laid.order[Math.min(at + 1, laid.order.length - 1)];
  }
  if (way === 'previous') {
    return laid.order[Math.max(at - 1, 0)];
  }
  if (way === 'parent') {
    const parent = laid.places.get(from!)?.node.parent;
    return parent && laid.places.has(parent) ? parent : from;
  }
  const child = laid.order.find(id => laid.places.get(id)!.node.parent === from);
  return child ?? from;
}

/** The node at a point, or within reach of it. */
export function near(laid: Laid, x: number, y: number, reach: number): string | null {
  for (const place of laid.places.values()) {
    if (
      x >= place.x - reach &&
      x <= place.x + place.width + reach &&
      y >= place.y - reach &&
      y <= place.y + place.height + reach
    ) {
      return place.node.id;
    }
  }
  return null;
}

/** A large graph is painted on a sheet wider than its window: to move it is to move the sheet. */

import type { Window } from './paint';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Paints what is inside a window, on a context that is set to the camera. */
export type Painter = (context: CanvasRenderingContext2D, view: Window, scale: number) => void;

/** How far the sheet reaches beyond the window on each side, as a share of it. */
const MARGIN = 0.3;

/** What the camera sees of the graph. */
export function viewOf({ x, y, scale }: Camera, { width, height }: Size): Window {
  return { left: -x / scale, top: -y / scale, right: (width - x) / scale, bottom: (height - y) / scale };
}

/** Whether the sheet has all of the graph that the camera sees. */
export function covers(sheet: Window, view: Window, graph: Size): boolean {
  return (
    sheet.left <= Math.max(view.left, 0) &&
    sheet.top <= Math.max(view.top, 0) &&
    sheet.right >= Math.min(view.right, graph.width) &&
    sheet.bottom >= Math.min(view.bottom, graph.height)
  );
}

export class Sheet {
  private canvas: HTMLCanvasElement | null = null;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private size: Size = { width: 0, height: 0 };
  private key: readonly unknown[] = [];

  /**
   * Show the graph by the sheet, which is painted anew where it must be.
   *
   * While the graph is moved a sheet of another scale will do; then true is returned: it is to be
   * drawn once more when it rests. What the picture depends on besides the camera is the key.
   */
  show(
    context: CanvasRenderingContext2D,
    camera: Camera,
    window: Size,
    graph: Size,
    ratio: number,
    key: readonly unknown[],
    isMoving: boolean,
    painter: Painter
  ): boolean {
    const isKnown = this.isOf(key) && covers(viewOf(this.camera, this.size), viewOf(camera, window), graph);
    const isExact = isKnown && this.camera.scale === camera.scale;
    if (!isExact && !(isKnown && isMoving)) {
      this.paint(camera, window, ratio, key, painter);
    }
    this.place(context, camera, ratio);
    return isKnown && !isExact && isMoving;
  }

  private isOf(key: readonly unknown[]): boolean {
    return this.key.length === key.length && key.every((part, place) => part === this.key[place]);
  }

  private paint(camera: Camera, window: Size, ratio: number, key: readonly unknown[], painter: Painter): void {
    const [beside, above] = [Math.round(window.width * MARGIN), Math.round(window.height * MARGIN)];
    this.camera = { x: camera.x + beside, y: camera.y + above, scale: camera.scale };
    this.size = { width: window.width + beside * 2, height: window.height + above * 2 };
    this.key = [...key];
    const canvas = (this.canvas ??= document.createElement('canvas'));
    canvas.width = Math.round(this.size.width * ratio);
    canvas.height = Math.round(this.size.height * ratio);
    const context = canvas.getContext('2d')!;
    const { x, y, scale } = this.camera;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    painter(context, viewOf(this.camera, this.size), scale);
  }

  private place(context: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    const zoom = camera.scale / this.camera.scale;
    const left = (camera.x - this.camera.x * zoom) * ratio;
    const top = (camera.y - this.camera.y * zoom) * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (zoom === 1) {
      // On whole pixels it stays as sharp as it was painted.
      context.drawImage(this.canvas!, Math.round(left), Math.round(top));
    } else {
      context.drawImage(this.canvas!, left, top, this.canvas!.width * zoom, this.canvas!.height * zoom);
    }
  }
}

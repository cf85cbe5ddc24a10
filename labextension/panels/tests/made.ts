/** What the tests of the panels are made with. */

import type { LuxEvent, Model } from '../src/channel';
import type { GraphData, GraphNode } from '../src/graph/layout';

export function madeEvent(facts: Partial<LuxEvent> = {}): LuxEvent {
  return {
    id: 'e1',
    at: '2026-01-01T00:00:00+00:00',
    kind: 'operation',
    subject: null,
    operation: 'confer',
    status: 'ok',
    error: null,
    seconds: 0.1,
    tokens: 0,
    cost: null,
    author: 'cell [1]',
    authorKind: 'cell',
    message: '',
    ...facts
  };
}

export function madeNode(id: string, parent: string | null = null, goesOn = false): GraphNode {
  return { id, label: id, detail: '', kind: 'thought', tone: 'good', parent, goesOn };
}

export function madeGraph(...nodes: GraphNode[]): GraphData {
  return { title: 'made', layout: 'tree', nodes, edges: [] };
}

/** A widget model whose kernel is the test. */
export class Wire implements Model {
  readonly sent: any[] = [];
  private handlers = new Map<string, (...values: any[]) => void>();

  get(name: string): any {
    return name === 'key' ? 'key' : undefined;
  }

  on(event: string, handler: (...values: any[]) => void): void {
    this.handlers.set(event, handler);
  }

  off(event: string): void {
    this.handlers.delete(event);
  }

  send(content: unknown): void {
    this.sent.push(content);
  }

  /** Let the kernel tell something. */
  tell(...batch: unknown[]): void {
    this.handlers.get('msg:custom')?.({ batch });
  }

  /** Let the kernel be gone. */
  lose(): void {
    this.handlers.get('comm_live_update')?.();
  }
}

export const HELLO = {
  hello: {
    operations: [
      { name: 'confer', toolset: 'reasoning', spends: true, writes: false, runsCode: false },
      { name: 'kernel_run', toolset: 'kernel', spends: false, writes: false, runsCode: true },
      { name: 'search_context', toolset: 'memory', spends: false, writes: false, runsCode: false },
      { name: 'update_memory', toolset: 'memory', spends: false, writes: true, runsCode: false }
    ],
    events: [],
    folder: '/home/ann',
    to: 'widget'
  }
};

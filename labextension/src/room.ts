import { SessionContext } from '@jupyterlab/apputils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import { Channel } from './channel';
import { appended, merged, type Part, touches } from './events';
import { asLuxError, type Fields, type Hello, LuxError, type LuxEvent } from './protocol';
import type { AskOptions } from './questions';

/** What can be said of a notebook's kernel. */
export type RoomState = 'no-kernel' | 'looking' | 'not-python' | 'not-loaded' | 'loading' | 'ready';

/** A part's data, or why there is none. */
export interface Loaded {
  data?: Fields;
  error?: LuxError;
}

const REFRESH_MS = 400;
/** A part is asked for at most this share of the time: a kernel that works is not kept from it. */
const SHARE = 0.1;
const LONGEST_REFRESH_MS = 2000;
const MISSED_MS = 1000;
const PAST_AT_FIRST = 200;
const MOST_PAST = 1000;
const SOURCES: Record<Part, { operation: string; params?: Fields }> = {
  room: { operation: 'room_status' },
  threads: { operation: 'thread_list', params: { active_only: false, limit: 50 } },
  monitor: { operation: 'illumination_status' },
  logic: { operation: 'session.list' },
  memory: { operation: 'list_projects' },
  tools: { operation: 'tools_list' },
  assistants: { operation: 'assistants_list' },
  consents: { operation: 'consent_list' },
  money: { operation: 'models.budget' }
};

/** One notebook's view of its kernel: what happened in it, and the state of its parts. */
export class Room implements IDisposable {
  constructor(
    readonly panel: NotebookPanel,
    private readonly mostEvents: () => number
  ) {
    const context = panel.sessionContext;
    context.kernelChanged.connect(this.kernelChanged, this);
    context.statusChanged.connect(this.tell, this);
    panel.disposed.connect(this.dispose, this);
    this.attach(context.session?.kernel ?? null);
  }

  get state(): RoomState {
    if (!this.channel || this.panel.sessionContext.hasNoKernel) {
      return 'no-kernel';
    }
    if (this.isLoading) {
      return 'loading';
    }
    if (this.channel.presence === 'absent' && this.channel.language !== 'python') {
      return 'not-python';
    }
    const states = { looking: 'looking', absent: 'not-loaded', present: 'ready' } as const;
    return states[this.channel.presence];
  }

  /** Whether a cell runs; a kernel is also "busy" while it answers what is asked here. */
  get isBusy(): boolean {
    const isRunning = this.panel.content.widgets.some(cell => (cell.model as Partial<ICodeCellModel>).executionState === 'running');
    return isRunning || (this.channel?.kernel.status === 'busy' && !this.channel.isAsking);
  }

  /** Whether this kernel answers while a cell runs. */
  get answersWhileBusy(): boolean {
    return this.channel?.kernel.supportsSubshells ?? false;
  }

  get hello(): Hello | null {
    return this.channel?.hello ?? null;
  }

  get events(): readonly LuxEvent[] {
    return this._events;
  }

  get loadError(): LuxError | null {
    return this._loadError;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** Emitted when anything of this room changes. */
  get changed(): ISignal<Room, void> {
    return this._changed;
  }

  /** Emitted with events as they happen, and never with those of the past. */
  get happened(): ISignal<Room, LuxEvent[]> {
    return this._happened;
  }

  has(operation: string): boolean {
    return this.hello?.operations.includes(operation) ?? false;
  }

  part(part: Part): Loaded {
    return this.parts.get(part) ?? {};
  }

  /** Keep a part up to date from now on. */
  watch(...parts: Part[]): void {
    for (const part of parts) {
      if (!this.watched.has(part)) {
        this.watched.add(part);
        this.refresh(part);
      }
    }
  }

  /** Load a part anew, soon and not too often. */
  refresh(part: Part): void {
    if (this.state !== 'ready' || this.timers.has(part)) {
      return;
    }
    const rest = Math.min(LONGEST_REFRESH_MS, Math.max(REFRESH_MS, (this.took.get(part) ?? 0) / SHARE));
    const wait = this.parts.has(part) ? rest : 0;
    this.timers.set(
      part,
      window.setTimeout(() => void this.fetch(part), wait)
    );
  }

  async call(name: string, params: Fields = {}, options: AskOptions & { quiet?: boolean } = {}): Promise<Fields> {
    if (!this.channel) {
      throw new LuxError({ code: 'NO_KERNEL', message: 'This notebook has no kernel.' });
    }
    return this.channel.call(name, params, options);
  }

  /** Load lux_nb into the kernel. */
  async load(): Promise<void> {
    const channel = this.channel;
    if (!channel || this.isLoading) {
      return;
    }
    this.isLoading = true;
    this._loadError = null;
    this.tell();
    try {
      await channel.load();
    } catch (error) {
      this._loadError = asLuxError(error);
    } finally {
      this.isLoading = false;
      this.channelChanged();
    }
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this.forget();
    this.channel?.dispose();
    Signal.clearData(this);
  }

  private kernelChanged(_: unknown, change: { newValue: Kernel.IKernelConnection | null }): void {
    this.attach(change.newValue);
  }

  private attach(kernel: Kernel.IKernelConnection | null): void {
    this.channel?.dispose();
    this.channel = kernel ? new Channel(kernel) : null;
    this.forget();
    this.channel?.changed.connect(this.channelChanged, this);
    this.channel?.happened.connect(this.heard, this);
    this.channel?.missed.connect(this.missed, this);
    this.tell();
  }

  private channelChanged(): void {
    const isReady = this.state === 'ready';
    if (!isReady) {
      this.forget();
    } else if (this.hello?.running && !this.isFilled) {
      this.isFilled = true;
      void this.fill();
    } else if (this.hello && !this.hello.running && this.watched.size > 0) {
      // Somebody looks at the room, so the engine is worth its start.
      this.refresh('room');
    }
    this.tell();
  }

  private async fill(): Promise<void> {
    this.watched.forEach(part => this.refresh(part));
    await this.recall(PAST_AT_FIRST);
  }

  /** Take events from the kernel's log that were not told here. */
  private async recall(limit: number): Promise<void> {
    try {
      const past = await this.call('event_list', { limit }, { quiet: true });
      this._events = merged(past.events as LuxEvent[], this._events, this.mostEvents());
      this.tell();
    } catch {
      // The live feed goes on without the past.
    }
  }

  /** The log has what was left out of a flood; it is asked when the flood is over. */
  private missed(): void {
    window.clearTimeout(this.recalling);
    const limit = Math.min(MOST_PAST, this.mostEvents());
    this.recalling = window.setTimeout(() => void this.recall(limit), MISSED_MS);
  }

  private async fetch(part: Part): Promise<void> {
    this.timers.delete(part);
    const source = SOURCES[part];
    if (this.hello?.running && !this.has(source.operation)) {
      return;
    }
    const asked = performance.now();
    try {
      const data = await this.call(source.operation, source.params, { quiet: true });
      this.parts.set(part, { data });
      this.took.set(part, performance.now() - asked);
    } catch (error) {
      const known = asLuxError(error);
      if (known.code !== 'KERNEL_GONE') {
        this.parts.set(part, { ...this.parts.get(part), error: known });
      }
    }
    this.tell();
  }

  private heard(_: Channel, events: LuxEvent[]): void {
    this._events = appended(this._events, events, this.mostEvents());
    for (const part of new Set(events.flatMap(touches))) {
      if (this.watched.has(part)) {
        this.refresh(part);
      }
    }
    this._happened.emit(events);
    this.tell();
  }

  private forget(): void {
    this.timers.forEach(timer => window.clearTimeout(timer));
    this.timers.clear();
    window.clearTimeout(this.recalling);
    this.parts.clear();
    this._events = [];
    this.isFilled = false;
  }

  private tell(): void {
    if (!this._isDisposed) {
      this._changed.emit();
    }
  }

  private channel: Channel | null = null;
  private isLoading = false;
  private isFilled = false;
  private recalling = 0;
  private _isDisposed = false;
  private _loadError: LuxError | null = null;
  private _events: LuxEvent[] = [];
  private readonly parts = new Map<Part, Loaded>();
  private readonly watched = new Set<Part>();
  private readonly timers = new Map<Part, number>();
  private readonly took = new Map<Part, number>();
  private readonly _changed = new Signal<Room, void>(this);
  private readonly _happened = new Signal<Room, LuxEvent[]>(this);
}

/** The name of a notebook's kernel, for people. */
export function kernelName(room: Room): string {
  const context = room.panel.sessionContext;
  return context instanceof SessionContext ? context.kernelDisplayName : 'kernel';
}

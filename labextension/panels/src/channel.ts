/** Talks to the kernel: operations by their wire names, and the events of the log. */

export interface Model {
  get(name: string): any;
  on(event: string, handler: (...values: any[]) => void): void;
  off(event: string, handler: (...values: any[]) => void): void;
  send(content: unknown): void;
  widget_manager?: any;
}

export interface LuxEvent {
  id: string;
  at: string;
  kind: string;
  subject: string | null;
  operation: string | null;
  status: string;
  error: string | null;
  seconds: number | null;
  tokens: number;
  cost: number | null;
  author: string;
  authorKind: string;
  message: string;
}

export interface OperationInfo {
  name: string;
  toolset: string;
  spends: boolean;
  writes: boolean;
  runsCode: boolean;
}

export interface Failure {
  code: string;
  message: string;
  hint?: string;
}

export interface Answer {
  wire?: any;
  html?: string;
  graph?: any;
}

export interface Listening {
  onDelta?: (text: string) => void;
  onProgress?: (message: string, share: number | null) => void;
  onNotice?: (message: string) => void;
}

export interface Asked extends Listening {
  want?: string[];
  watch?: boolean;
}

export interface Running {
  answer: Promise<Answer>;
  cancel: () => void;
}

interface Hello {
  operations: OperationInfo[];
  events: LuxEvent[];
  folder: string;
  /** On which comm the kernel was asked. */
  to: string;
}

interface Pending extends Asked {
  resolve: (answer: Answer) => void;
  reject: (failure: Failure) => void;
}

export type State = 'connecting' | 'live' | 'lost';

const MOST_EVENTS = 1000;
const TARGET = 'lux-nb:panel';
const WIDGET = 'widget';
/** How long a comm of its own may take to be answered before the widget's is tried. */
const PATIENCE_MS = 5000;
const GONE: Failure = { code: 'LOST', message: 'The kernel is gone.' };

export class Channel {
  readonly events: LuxEvent[] = [];
  readonly operations = new Map<string, OperationInfo>();
  state: State = 'connecting';
  /** Where the kernel runs. */
  folder = '';
  private pending = new Map<string, Pending>();
  private listeners = new Set<(events: LuxEvent[]) => void>();
  private stateListeners = new Set<() => void>();
  private view = Math.random().toString(36).slice(2, 8);
  private count = 0;
  private comm: any = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private model: Model) {
    model.on('msg:custom', this.receive);
    model.on('comm_live_update', this.liveChanged);
    void this.open();
  }

  /** Run an operation; the promise is rejected with the kernel's typed error. */
  call(name: string, params: Record<string, unknown> = {}, asked: Asked = {}): Running {
    const id = `${this.view}-${++this.count}`;
    if (this.state === 'lost') {
      return { answer: Promise.reject(GONE), cancel: () => undefined };
    }
    const answer = new Promise<Answer>((resolve, reject) => {
      this.pending.set(id, { ...asked, resolve, reject });
    });
    this.send({ id, call: name, params, want: asked.want ?? ['wire'], watch: !!asked.watch });
    return { answer, cancel: () => this.send({ cancel: id }) };
  }

  /** Whether the kernel has an operation. */
  has(name: string): boolean {
    return this.operations.has(name);
  }

  onEvents(listener: (events: LuxEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onState(listener: () => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.model.off('msg:custom', this.receive);
    this.model.off('comm_live_update', this.liveChanged);
    this.listeners.clear();
    this.stateListeners.clear();
    try {
      this.comm?.close?.();
    } catch {
      // The kernel is gone, and the comm with it.
    }
  }

  /** A comm of its own is answered while a cell runs; where there is none, the widget's is used. */
  private async open(): Promise<void> {
    try {
      const manager = await this.model.widget_manager;
      const made = manager?._create_comm;
      if (made) {
        this.comm = await made.call(manager, TARGET, crypto.randomUUID(), {});
      }
    } catch {
      this.comm = null;
    }
    this.send({ hello: this.comm ? 'comm' : WIDGET });
    if (this.comm) {
      // Not every front end carries a comm that a widget opens itself.
      this.waiting = setTimeout(() => {
        if (this.state === 'connecting') {
          this.model.send({ hello: WIDGET });
        }
      }, PATIENCE_MS);
    }
  }

  private send(message: Record<string, unknown>): void {
    try {
      if (this.comm) {
        this.comm.send({ key: this.model.get('key'), message });
      } else {
        this.model.send(message);
      }
    } catch {
      this.become('lost');
    }
  }

  private liveChanged = (): void => {
    this.become('lost');
    for (const pending of this.pending.values()) {
      pending.reject(GONE);
    }
    this.pending.clear();
  };

  private become(state: State): void {
    if (state !== this.state) {
      this.state = state;
      this.stateListeners.forEach(listener => listener());
    }
  }

  private receive = (content: any): void => {
    for (const message of content?.batch ?? []) {
      this.take(message);
    }
  };

  private take(message: any): void {
    if (message.hello) {
      this.greeted(message.hello);
    } else if (message.events) {
      this.add(message.events);
    } else {
      this.answered(message);
    }
  }

  private greeted(hello: Hello): void {
    if (this.state === 'connecting' && hello.to === WIDGET) {
      this.comm = null;
    }
    hello.operations.forEach(one => this.operations.set(one.name, one));
    this.folder = hello.folder;
    this.state = 'connecting';
    this.become('live');
    this.add(hello.events);
  }

  private add(events: LuxEvent[]): void {
    const known = new Set(this.events.map(event => event.id));
    const fresh = events.filter(event => !known.has(event.id));
    this.events.push(...fresh);
    this.events.splice(0, Math.max(0, this.events.length - MOST_EVENTS));
    this.listeners.forEach(listener => listener(fresh));
  }

  private answered(message: any): void {
    const pending = this.pending.get(message.id);
    if (!pending) {
      return;
    }
    if ('delta' in message) {
      pending.onDelta?.(message.delta);
    } else if ('progress' in message) {
      const { message: text, done, total } = message.progress;
      pending.onProgress?.(text, total ? (done ?? 0) / total : null);
    } else if ('notice' in message) {
      pending.onNotice?.(message.notice);
    } else {
      this.pending.delete(message.id);
      if ('error' in message) {
        pending.reject(message.error);
      } else {
        pending.resolve(message.result);
      }
    }
  }
}

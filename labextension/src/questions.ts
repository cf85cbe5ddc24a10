import { type Answer, type Fields, LuxError, type Update } from './protocol';

interface Pending {
  resolve: (result: Fields) => void;
  reject: (error: LuxError) => void;
  onUpdate?: (update: Update) => void;
}

export interface AskOptions {
  onUpdate?: (update: Update) => void;
  signal?: AbortSignal;
}

/** Questions under way on a comm: each gets its own answer, in whatever order they come. */
export class Questions {
  constructor(private readonly send: (data: Fields) => void) {}

  /** How many wait for their answer. */
  get size(): number {
    return this.pending.size;
  }

  /** Ask, and wait for the result. */
  ask(data: Fields, options: AskOptions = {}): Promise<Fields> {
    const id = `${this.prefix}-${++this.count}`;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, onUpdate: options.onUpdate });
      options.signal?.addEventListener('abort', () => {
        if (this.pending.has(id)) {
          this.send({ id, cancel: true });
        }
      });
      try {
        this.send({ ...data, id });
      } catch (error) {
        this.pending.delete(id);
        reject(new LuxError({ code: 'NOT_SENT', message: String(error) }));
      }
    });
  }

  /** Take in what the kernel said. */
  receive(answer: Answer): void {
    const waiting = this.pending.get(answer.id);
    if (!waiting) {
      return;
    }
    if (answer.update) {
      waiting.onUpdate?.(answer.update);
      return;
    }
    this.pending.delete(answer.id);
    if (answer.error) {
      waiting.reject(new LuxError(answer.error));
    } else {
      waiting.resolve(answer.result ?? {});
    }
  }

  /** End all questions: the kernel is gone. */
  abandon(message: string): void {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const one of waiting) {
      one.reject(new LuxError({ code: 'KERNEL_GONE', message }));
    }
  }

  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private count = 0;
  private readonly pending = new Map<string, Pending>();
}

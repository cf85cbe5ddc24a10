/** State that follows the kernel. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Channel, Failure, LuxEvent, Running } from './channel';

const SETTLE_MS = 120;

/** Call back once things have settled after something that matters happened; returns how to stop. */
export function afterEvents(
  channel: Channel,
  concerns: (event: LuxEvent) => boolean,
  then: () => void
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = channel.onEvents(events => {
    if (timer === null && events.some(concerns)) {
      timer = setTimeout(() => {
        timer = null;
        then();
      }, SETTLE_MS);
    }
  });
  return () => {
    stop();
    if (timer !== null) {
      clearTimeout(timer);
    }
  };
}

export interface Live {
  /** What was read last, if it answers what is asked now. */
  answer: Answer | null;
  /** What was read last, also for what was asked before: it stays until the new is there. */
  shown: Answer | null;
  failure: Failure | null;
  refresh: () => void;
}

/** Whether an event may have changed what the operations of these toolsets answer. */
export function changes(channel: Channel, toolsets: string[]): (event: LuxEvent) => boolean {
  return event => {
    if (event.kind !== 'operation') {
      return true;
    }
    const known = channel.operations.get(event.operation ?? '');
    const canChange = !!known && (known.writes || known.spends || known.runsCode);
    return canChange && toolsets.includes(known.toolset);
  };
}

/** Read with an operation, and read again when something happened; what was read stays meanwhile. */
export function useLive(
  channel: Channel,
  name: string | null,
  params: Record<string, unknown>,
  want: string[],
  concerns: (event: LuxEvent) => boolean
): Live {
  const [found, setFound] = useState<{ key: string; answer: Answer } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const key = `${name} ${JSON.stringify(params)}`;
  const latest = useRef(key);
  const isReading = useRef(false);
  const again = useRef(false);
  latest.current = key;

  const read = useCallback(() => {
    if (!name || !channel.has(name)) {
      return;
    }
    if (isReading.current) {
      again.current = true;
      return;
    }
    isReading.current = true;
    const done = (): void => {
      isReading.current = false;
      if (again.current) {
        again.current = false;
        read();
      }
    };
    channel.call(name, params, { want, watch: true }).answer.then(
      value => {
        if (latest.current === key) {
          setFound({ key, answer: value });
          setFailure(null);
        }
        done();
      },
      error => {
        if (latest.current === key) {
          setFailure(error);
        }
        done();
      }
    );
  }, [channel, key]);

  useEffect(() => {
    setFailure(null);
    isReading.current = false;
    read();
    const stop = afterEvents(channel, concerns, read);
    const stopState = channel.onState(() => channel.state === 'live' && read());
    return () => {
      stop();
      stopState();
    };
  }, [channel, key]);

  const answer = found?.key === key ? found.answer : null;
  return { answer, shown: name ? (found?.answer ?? null) : null, failure, refresh: read };
}

export interface Task {
  isRunning: boolean;
  text: string;
  note: string;
  share: number | null;
  answer: Answer | null;
  failure: Failure | null;
  run: (name: string, params: Record<string, unknown>, want?: string[]) => Promise<Answer | null>;
  /** Ask the latest again, without a sign of it; the answer takes the place of the old one. */
  repeat: () => void;
  stop: () => void;
  clear: () => void;
}

/** One call at a time of a button, with what it streams and how it ends. */
export function useTask(channel: Channel): Task {
  const [isRunning, setRunning] = useState(false);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef<Running | null>(null);
  const latest = useRef<{ name: string; params: Record<string, unknown>; want: string[] } | null>(null);
  const again = useRef(false);

  const repeat = useCallback(() => {
    const asked = latest.current;
    if (running.current) {
      again.current = true;
    } else if (asked) {
      channel.call(asked.name, asked.params, { want: asked.want, watch: true }).answer.then(
        value => latest.current === asked && setAnswer(value),
        () => undefined
      );
    }
  }, [channel]);

  const run: Task['run'] = useCallback(
    async (name, params, want = ['wire']) => {
      setRunning(true);
      setText('');
      setNote('');
      setShare(null);
      setFailure(null);
      latest.current = { name, params, want };
      again.current = false;
      const started = channel.call(name, params, {
        want,
        onDelta: piece => setText(before => before + piece),
        onProgress: (message, part) => {
          setNote(message);
          setShare(part);
          setText('');
        },
        onNotice: setNote
      });
      running.current = started;
      try {
        const value = await started.answer;
        setAnswer(value);
        return value;
      } catch (error) {
        setFailure(error as Failure);
        return null;
      } finally {
        running.current = null;
        setRunning(false);
        setNote('');
        if (again.current) {
          again.current = false;
          repeat();
        }
      }
    },
    [channel]
  );

  const stop = useCallback(() => running.current?.cancel(), []);
  const clear = useCallback(() => {
    setAnswer(null);
    setFailure(null);
    setText('');
    latest.current = null;
  }, []);
  return { isRunning, text, note, share, answer, failure, run, repeat, stop, clear };
}

/** The width of an element, for layouts that depend on the panel and not on the window. */
export function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    if (!element.current) {
      return;
    }
    const observer = new ResizeObserver(entries => setWidth(entries[0].contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

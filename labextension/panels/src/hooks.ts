/** State that follows the kernel. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Channel, Failure, LuxEvent, Running } from './channel';

const SETTLE_MS = 120;

export interface Live {
  answer: Answer | null;
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
    return !!known && (known.writes || known.spends) && toolsets.includes(known.toolset);
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
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const key = `${name} ${JSON.stringify(params)}`;
  const latest = useRef(key);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
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
          setAnswer(value);
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
    setAnswer(null);
    setFailure(null);
    isReading.current = false;
    read();
    const stop = channel.onEvents(events => {
      if (events.some(concerns) && !timer.current) {
        timer.current = setTimeout(() => {
          timer.current = null;
          read();
        }, SETTLE_MS);
      }
    });
    const stopState = channel.onState(read);
    return () => {
      stop();
      stopState();
      if (timer.current) {
        clearTimeout(timer.current);
        timer.current = null;
      }
    };
  }, [channel, key]);

  return { answer, failure, refresh: read };
}

export interface Task {
  isRunning: boolean;
  text: string;
  note: string;
  share: number | null;
  answer: Answer | null;
  failure: Failure | null;
  run: (name: string, params: Record<string, unknown>, want?: string[]) => Promise<Answer | null>;
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

  const run: Task['run'] = useCallback(
    async (name, params, want = ['wire']) => {
      setRunning(true);
      setText('');
      setNote('');
      setShare(null);
      setFailure(null);
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
      }
    },
    [channel]
  );

  const stop = useCallback(() => running.current?.cancel(), []);
  const clear = useCallback(() => {
    setAnswer(null);
    setFailure(null);
    setText('');
  }, []);
  return { isRunning, text, note, share, answer, failure, run, stop, clear };
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

import React from 'react';
import { asLuxError, type LuxError } from '../protocol';

/** The state of one question that the user asked from the sidebar. */
export interface Asking<Found> {
  found: Found | null;
  error: LuxError | null;
  isRunning: boolean;
  ask: (work: Promise<Found>) => void;
}

/** Ask something and keep its answer; only the latest question counts. */
export function useAsking<Found>(): Asking<Found> {
  const [found, setFound] = React.useState<Found | null>(null);
  const [error, setError] = React.useState<LuxError | null>(null);
  const [isRunning, setRunning] = React.useState(false);
  const latest = React.useRef(0);
  const ask = (work: Promise<Found>): void => {
    const mine = ++latest.current;
    setRunning(true);
    setError(null);
    work
      .then(
        answer => mine === latest.current && setFound(answer),
        failure => mine === latest.current && setError(asLuxError(failure))
      )
      .finally(() => mine === latest.current && setRunning(false));
  };
  return { found, error, isRunning, ask };
}

/** A line to type a question into. */
export function AskLine(props: {
  label: string;
  action: string;
  isRunning: boolean;
  onAsk: (text: string) => void;
}): React.JSX.Element {
  const [text, setText] = React.useState('');
  return (
    <form
      className="lux-AskLine"
      onSubmit={event => {
        event.preventDefault();
        if (text.trim()) {
          props.onAsk(text.trim());
        }
      }}
    >
      <input
        type="text"
        aria-label={props.label}
        placeholder={props.label}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <button type="submit" className="lux-Button" disabled={props.isRunning || !text.trim()}>
        {props.isRunning ? '…' : props.action}
      </button>
    </form>
  );
}

import React from 'react';
import { ago, clock } from '../format';
import type { LuxError } from '../protocol';

/** A part of the sidebar that folds. */
export function Section(props: {
  name: string;
  title: string;
  count?: number | string;
  isOpen: boolean;
  onToggle: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const id = `lux-section-${props.name}`;
  return (
    <section className="lux-Section" data-section={props.name}>
      <h3 className="lux-Section-head">
        <button type="button" aria-expanded={props.isOpen} aria-controls={id} onClick={props.onToggle}>
          <span className="lux-Section-arrow" aria-hidden="true" />
          <span className="lux-Section-title">{props.title}</span>
          {props.count === undefined ? null : <span className="lux-Count">{props.count}</span>}
        </button>
      </h3>
      <div id={id} className="lux-Section-body" hidden={!props.isOpen}>
        {props.isOpen ? props.children : null}
      </div>
    </section>
  );
}

/** What is said where there is nothing to list. */
export function Empty(props: { children: React.ReactNode }): React.JSX.Element {
  return <p className="lux-Empty">{props.children}</p>;
}

/** What is said until the kernel has answered. */
export function Asking(): React.JSX.Element {
  return <Empty>Asking the kernel…</Empty>;
}

/** An error, with what to do about it. */
export function Problem(props: { error: LuxError; onRetry?: () => void }): React.JSX.Element {
  return (
    <div className="lux-Problem" role="alert">
      <p>{props.error.message}</p>
      {props.error.hint ? <p className="lux-Problem-hint">{props.error.hint}</p> : null}
      {props.onRetry ? (
        <button type="button" className="lux-Button" onClick={props.onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

const Now = React.createContext(0);
const TICK_MS = 30_000;

/** Lets every time that is shown below go on while nothing happens. */
export function Clock(props: { children: React.ReactNode }): React.JSX.Element {
  const [now, setNow] = React.useState(Date.now());
  React.useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return <Now.Provider value={now}>{props.children}</Now.Provider>;
}

/** How long ago, with the clock time behind it. */
export function Ago(props: { at: string }): React.JSX.Element {
  const now = React.useContext(Now);
  return (
    <time className="lux-Ago" dateTime={props.at} title={clock(props.at)}>
      {ago(props.at, Math.max(now, Date.now()))}
    </time>
  );
}

/** Who did something, in the colour of their kind. */
export function Author(props: { name: string; kind: string; colour?: string }): React.JSX.Element {
  return (
    <span className="lux-Author" data-kind={props.kind}>
      <span className="lux-Author-dot" style={props.colour ? { background: props.colour } : undefined} aria-hidden="true" />
      {props.name}
    </span>
  );
}

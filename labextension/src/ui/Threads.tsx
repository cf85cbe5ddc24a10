import React from 'react';
import type { Thread, Turn } from '../answers';
import { count } from '../format';
import { asLuxError, type LuxError } from '../protocol';
import type { Room } from '../room';
import { Ago, Asking, Author, Empty, Problem } from './common';

const SHOWN_TURNS = 6;
const SHOWN_THREADS = 20;

/** The conversation threads, the latest used first. */
export function Threads(props: { room: Room; insert: (source: string) => void }): React.JSX.Element {
  const [open, setOpen] = React.useState<string | null>(null);
  const [most, setMost] = React.useState(SHOWN_THREADS);
  const { data, error } = props.room.part('threads');
  if (error) {
    return <Problem error={error} onRetry={() => props.room.refresh('threads')} />;
  }
  if (!data) {
    return <Asking />;
  }
  const threads = (data.threads ?? []) as Thread[];
  if (threads.length === 0) {
    return <Empty>No conversation yet. A %%confer cell begins one.</Empty>;
  }
  return (
    <>
      <ul className="lux-List">
        {threads.slice(0, most).map(thread => (
          <li key={thread.id} className="lux-Item" data-active={thread.active}>
            <button
              type="button"
              className="lux-Item-button"
              aria-expanded={open === thread.id}
              onClick={() => setOpen(open === thread.id ? null : thread.id)}
            >
              <span className="lux-Item-title">
                {thread.current ? <span className="lux-Tag">this notebook</span> : null}
                {thread.title || 'Untitled'}
              </span>
              <span className="lux-Item-facts">
                {count(thread.turns, 'turn')} · <Ago at={thread.last_accessed} />
              </span>
            </button>
            {open === thread.id ? <Turns room={props.room} thread={thread} insert={props.insert} /> : null}
          </li>
        ))}
      </ul>
      {threads.length > most ? (
        <button type="button" className="lux-More" onClick={() => setMost(most + SHOWN_THREADS)}>
          Show more
        </button>
      ) : null}
    </>
  );
}

function Turns(props: { room: Room; thread: Thread; insert: (source: string) => void }): React.JSX.Element {
  const { room, thread } = props;
  const [turns, setTurns] = React.useState<Turn[] | null>(null);
  const [error, setError] = React.useState<LuxError | null>(null);
  React.useEffect(() => {
    let isCurrent = true;
    room.call('thread_get', { thread_id: thread.id, last: SHOWN_TURNS }, { quiet: true }).then(
      found => isCurrent && setTurns(found.turns as Turn[]),
      failure => isCurrent && setError(asLuxError(failure))
    );
    return () => {
      isCurrent = false;
    };
  }, [room, thread.id, thread.turns]);
  if (error) {
    return <Problem error={error} />;
  }
  return (
    <div className="lux-Turns">
      {(turns ?? []).map(turn => (
        <div key={turn.position} className="lux-Turn" data-role={turn.role}>
          <Author
            name={turn.role === 'assistant' ? (turn.model ?? 'model') : turn.author}
            kind={turn.role === 'assistant' ? 'model' : turn.author_kind}
          />
          <p>{turn.content}</p>
        </div>
      ))}
      <button type="button" className="lux-Button" onClick={() => props.insert(`%%confer -t ${thread.id.slice(0, 8)}\n`)}>
        Continue in a cell
      </button>
    </div>
  );
}

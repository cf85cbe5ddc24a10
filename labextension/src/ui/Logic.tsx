import React from 'react';
import type { Session } from '../answers';
import type { Fields } from '../protocol';
import type { Room } from '../room';
import { AskLine, useAsking } from './asking';
import { Asking, Empty, Problem } from './common';

const MOST_CLAUSES = 200;

/** The knowledge bases: their clauses, and a line to ask them. */
export function Logic(props: { room: Room }): React.JSX.Element {
  const { room } = props;
  const [chosen, setChosen] = React.useState('');
  const { data, error } = room.part('logic');
  const sessions = (data?.data ?? []) as Session[];
  const session = sessions.find(one => one.id === chosen) ?? sessions.find(one => one.id === 'notebook') ?? sessions[0];
  if (error) {
    return <Problem error={error} onRetry={() => room.refresh('logic')} />;
  }
  if (!data) {
    return <Asking />;
  }
  if (!session) {
    return <Empty>No knowledge base yet. A %%mcr cell of sentences or Prolog begins one.</Empty>;
  }
  return (
    <>
      {sessions.length > 1 ? (
        <select
          className="lux-Select"
          aria-label="Knowledge base"
          value={session.id}
          onChange={event => setChosen(event.target.value)}
        >
          {sessions.map(one => (
            <option key={one.id} value={one.id}>
              {one.id} ({one.clauses})
            </option>
          ))}
        </select>
      ) : null}
      <KnowledgeBase key={session.id} room={room} session={session} />
    </>
  );
}

function KnowledgeBase(props: { room: Room; session: Session }): React.JSX.Element {
  const { room, session } = props;
  const content = useAsking<Fields>();
  const answer = useAsking<Fields>();
  React.useEffect(
    () => content.ask(room.call('session.get', { sessionId: session.id }, { quiet: true })),
    [room, session.id, session.version]
  );
  const ask = (text: string): void =>
    answer.ask(room.call('session.query', { sessionId: session.id, naturalLanguageQuestion: text }));
  const facts = String((content.found?.data as Fields | undefined)?.facts ?? '');
  const clauses = facts.split('\n').filter(line => line.trim());
  return (
    <>
      <AskLine label="Ask the knowledge base" action="Ask" isRunning={answer.isRunning} onAsk={ask} />
      {answer.error ? <Problem error={answer.error} /> : null}
      {answer.found && !answer.error ? (
        <p className="lux-Answer" role="status">
          {String(answer.found.answer ?? '')}
        </p>
      ) : null}
      {content.error ? <Problem error={content.error} /> : null}
      <pre className="lux-Clauses" tabIndex={0} aria-label={`Clauses of ${session.id}`}>
        {clauses.slice(0, MOST_CLAUSES).join('\n')}
        {clauses.length > MOST_CLAUSES ? `\n… ${clauses.length - MOST_CLAUSES} more` : ''}
      </pre>
    </>
  );
}

import React from 'react';
import type { Assistant, Consent } from '../answers';
import { count } from '../format';
import type { Room } from '../room';
import { useAsking } from './asking';
import { Ago, Author, Empty, Problem } from './common';

/** The requests of assistants that wait for an answer. */
export function pendingConsents(room: Room | null): Consent[] {
  return (room?.part('consents').data?.pending ?? []) as Consent[];
}

/** Requests that wait for the human's yes or no. */
export function Consents(props: { room: Room }): React.JSX.Element {
  return (
    <ul className="lux-List" aria-label="Requests of assistants">
      {pendingConsents(props.room).map(consent => (
        <Request key={consent.id} room={props.room} consent={consent} />
      ))}
    </ul>
  );
}

function Request(props: { room: Room; consent: Consent }): React.JSX.Element {
  const { room, consent } = props;
  const answering = useAsking<unknown>();
  const answer = (allow: boolean): void =>
    answering.ask(room.call('consent_answer', { request_id: consent.id, allow }).then(() => room.refresh('consents')));
  return (
    <li className="lux-Item lux-Consent">
      <div className="lux-Event-line">
        <Author name={consent.client} kind="assistant" colour={consent.colour} />
        <Ago at={consent.at} />
      </div>
      <p>
        wants to <b>{consent.scope}</b>: {consent.what}
      </p>
      {consent.detail && consent.detail !== '{}' ? (
        <pre className="lux-Clauses" tabIndex={0} aria-label="Details of the request">
          {consent.detail}
        </pre>
      ) : null}
      {answering.error ? <Problem error={answering.error} /> : null}
      <div className="lux-Buttons">
        <button type="button" className="lux-Button lux-mod-main" disabled={answering.isRunning} onClick={() => answer(true)}>
          Allow once
        </button>
        <button type="button" className="lux-Button" disabled={answering.isRunning} onClick={() => answer(false)}>
          Deny
        </button>
      </div>
    </li>
  );
}

/** Who is attached, and how to let somebody in. */
export function Assistants(props: {
  room: Room;
  isServing: boolean;
  onServe: (serve: boolean) => void;
  onAttach: () => void;
}): React.JSX.Element {
  const { room } = props;
  const { data, error } = room.part('assistants');
  const known = (data?.assistants ?? []) as Assistant[];
  return (
    <>
      {error ? <Problem error={error} onRetry={() => room.refresh('assistants')} /> : null}
      <p className="lux-Served">
        <span className="lux-State-dot" data-state={props.isServing ? 'ready' : 'not-loaded'} aria-hidden="true" />
        {props.isServing ? 'Assistants can attach to this kernel.' : 'Assistants can’t attach: the server is off.'}
      </p>
      <div className="lux-Buttons">
        <button type="button" className="lux-Button" onClick={() => props.onServe(!props.isServing)}>
          {props.isServing ? 'Stop the server' : 'Start the server'}
        </button>
        <button type="button" className="lux-Button" onClick={props.onAttach}>
          How to attach
        </button>
      </div>
      {known.length === 0 && !error ? <Empty>No assistant has attached yet.</Empty> : null}
      <ul className="lux-List">
        {known.map(one => (
          <li key={one.name} className="lux-Item">
            <div className="lux-Event-line">
              <Author name={[one.name, one.version].filter(Boolean).join(' ')} kind="assistant" colour={one.colour} />
              <Ago at={one.last_seen} />
            </div>
            <span className="lux-Item-facts">
              {count(one.calls, 'call')} · last {one.last_operation}
              {one.may.length > 0 ? ` · may ${one.may.join(', ')}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

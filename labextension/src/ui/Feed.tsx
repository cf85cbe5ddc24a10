import React from 'react';
import { type FeedFilter, figures, isFailed, passes, remark, title } from '../events';
import type { LuxEvent } from '../protocol';
import type { Room } from '../room';
import { Ago, Author, Empty } from './common';

const SHOWN = 60;
const FILTERS: { name: FeedFilter; label: string }[] = [
  { name: 'all', label: 'All' },
  { name: 'cells', label: 'Cells' },
  { name: 'assistants', label: 'Assistants' },
  { name: 'problems', label: 'Problems' }
];

/** What happened, the latest first, with who did it. */
export function Feed(props: { room: Room; goTo: (cell: string) => void }): React.JSX.Element {
  const [filter, setFilter] = React.useState<FeedFilter>('all');
  const [most, setMost] = React.useState(SHOWN);
  const events = props.room.events.filter(event => passes(event, filter));
  const shown = events.slice(-most).reverse();
  return (
    <>
      <div className="lux-Filters" role="group" aria-label="Which events are shown">
        {FILTERS.map(({ name, label }) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
            {label}
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <Empty>{filter === 'all' ? 'Nothing has happened yet.' : 'Nothing of this kind.'}</Empty>
      ) : (
        <ul className="lux-List lux-Feed" role="list" aria-label="Events">
          {shown.map(event => (
            <Happening key={event.id} event={event} goTo={props.goTo} />
          ))}
        </ul>
      )}
      {events.length > most ? (
        <button type="button" className="lux-More" onClick={() => setMost(most + 200)}>
          Show earlier ({events.length - most})
        </button>
      ) : null}
    </>
  );
}

const Happening = React.memo(function Happening(props: {
  event: LuxEvent;
  goTo: (cell: string) => void;
}): React.JSX.Element {
  const { event } = props;
  const facts = figures(event);
  const said = remark(event);
  const cell = event.cell_id;
  return (
    <li className="lux-Event" data-failed={isFailed(event)} data-remarked={said !== ''}>
      <div className="lux-Event-line">
        <span className="lux-Event-title">{title(event)}</span>
        <Ago at={event.at} />
      </div>
      <div className="lux-Event-facts">
        {cell ? (
          <button type="button" className="lux-Link" onClick={() => props.goTo(cell)}>
            <Author name={event.author} kind={event.author_kind} />
          </button>
        ) : (
          <Author name={event.author} kind={event.author_kind} />
        )}
        {facts ? <span>{facts}</span> : null}
      </div>
      {said ? <p className="lux-Event-remark">{said}</p> : null}
    </li>
  );
});

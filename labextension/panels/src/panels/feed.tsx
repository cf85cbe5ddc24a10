/** What happens in the kernel, as it happens, with its author. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Channel, LuxEvent } from '../channel';
import { fits, isBad, line, statusOf } from '../events';
import { LongList, money } from '../parts';

export function Feed({ channel, height = 260 }: { channel: Channel; height?: number }) {
  const [count, setCount] = useState(0);
  const [query, setQuery] = useState('');
  useEffect(() => channel.onEvents(() => setCount(before => before + 1)), [channel]);
  const shown = useMemo(() => {
    const all = [...channel.events].reverse();
    return query ? all.filter(event => fits(event, query)) : all;
  }, [count, query, channel]);
  return (
    <section aria-label="Events">
      <div class="lux-row">
        <h3>Events</h3>
        <span class="lux-grow" />
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter events"
          value={query}
          onInput={event => setQuery(event.currentTarget.value)}
        />
      </div>
      <LongList
        items={shown}
        rowHeight={26}
        height={height}
        label="Events, the latest first"
        keyOf={event => event.id}
        empty={query ? 'No event fits.' : 'Nothing has happened yet.'}
        render={event => <Row event={event} />}
      />
    </section>
  );
}

function Row({ event }: { event: LuxEvent }) {
  const time = new Date(event.at).toLocaleTimeString();
  const status = statusOf(event);
  return (
    <div class={`lux-event lux-by-${event.authorKind}`} title={line(event)}>
      <span class="lux-muted lux-time">{time}</span>
      <span class="lux-author">{event.author}</span>
      <span class="lux-what">
        {event.kind === 'operation' ? event.operation : event.kind.replace(/_/g, ' ')}
        {status && <b class={isBad(event) ? 'lux-bad' : ''}> {status}</b>}
        {event.message && <span class="lux-muted"> {event.message}</span>}
      </span>
      <span class="lux-muted lux-figures">
        {event.tokens ? `${event.tokens} tok ` : ''}
        {event.seconds !== null ? `${event.seconds.toFixed(2)} s ` : ''}
        {event.cost ? money(event.cost) : ''}
      </span>
    </div>
  );
}

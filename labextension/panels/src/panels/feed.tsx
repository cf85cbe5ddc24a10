/** What happens in the kernel, as it happens, with its author. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Channel, LuxEvent } from '../channel';
import { LongList, money } from '../parts';

export function Feed({ channel, height = 260 }: { channel: Channel; height?: number }) {
  const [count, setCount] = useState(0);
  const [query, setQuery] = useState('');
  useEffect(() => channel.onEvents(() => setCount(before => before + 1)), [channel]);
  const shown = useMemo(() => {
    const wanted = query.toLowerCase();
    const all = [...channel.events].reverse();
    return wanted ? all.filter(event => line(event).toLowerCase().includes(wanted)) : all;
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
  const status = event.status === 'ok' ? '' : event.error || event.status;
  return (
    <div class={`lux-event lux-by-${event.authorKind}`} title={line(event)}>
      <span class="lux-muted lux-time">{time}</span>
      <span class="lux-author">{event.author}</span>
      <span class="lux-what">
        {event.kind === 'operation' ? event.operation : event.kind.replace(/_/g, ' ')}
        {status && <b class="lux-bad"> {status}</b>}
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

function line(event: LuxEvent): string {
  const parts = [event.author, event.operation, event.kind, event.subject, event.status, event.message];
  return parts.filter(Boolean).join(' · ');
}

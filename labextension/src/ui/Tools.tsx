import React from 'react';
import type { Tool } from '../answers';
import type { Room } from '../room';
import { Asking, Empty, Problem } from './common';

const SHOWN = 30;

/** The tools there are; each can be put into a cell. */
export function Tools(props: { room: Room; insert: (source: string) => void }): React.JSX.Element {
  const [wanted, setWanted] = React.useState('');
  const [most, setMost] = React.useState(SHOWN);
  const { data, error } = props.room.part('tools');
  if (error) {
    return <Problem error={error} onRetry={() => props.room.refresh('tools')} />;
  }
  if (!data) {
    return <Asking />;
  }
  const tools = (data.tools ?? []) as Tool[];
  const found = tools.filter(tool => matches(tool, wanted));
  return (
    <>
      <input
        type="search"
        className="lux-Filter"
        aria-label="Filter the tools"
        placeholder="Filter the tools"
        value={wanted}
        onChange={event => setWanted(event.target.value)}
      />
      {found.length === 0 ? <Empty>No tool matches.</Empty> : null}
      <ul className="lux-List">
        {found.slice(0, most).map(tool => (
          <li key={tool.id} className="lux-Item lux-Tool" data-active={tool.available}>
            <div className="lux-Tool-line">
              <span className="lux-Item-title">{tool.name}</span>
              <button
                type="button"
                className="lux-Button"
                aria-label={`Use ${tool.name} in a cell`}
                onClick={() => props.insert(toolCell(tool))}
              >
                Use
              </button>
            </div>
            <p>{tool.description}</p>
          </li>
        ))}
      </ul>
      {found.length > most ? (
        <button type="button" className="lux-More" onClick={() => setMost(most + SHOWN)}>
          Show more ({found.length - most})
        </button>
      ) : null}
    </>
  );
}

function matches(tool: Tool, wanted: string): boolean {
  const text = `${tool.name} ${tool.description} ${tool.category}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

/** A cell that runs a tool, with a place for each argument it needs. */
export function toolCell(tool: Tool): string {
  const places: Record<string, unknown> = {};
  for (const name of tool.inputSchema?.required ?? []) {
    const type = tool.inputSchema?.properties?.[name]?.type;
    places[name] = { integer: 0, number: 0, boolean: false, array: [], object: {} }[type ?? ''] ?? '';
  }
  return `%%tool ${tool.name}\n${JSON.stringify(places, null, 2)}`;
}

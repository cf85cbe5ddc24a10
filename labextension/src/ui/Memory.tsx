import React from 'react';
import type { Found, Project } from '../answers';
import type { Room } from '../room';
import { AskLine, useAsking } from './asking';
import { Asking, Empty, Problem } from './common';

const MOST_RESULTS = 8;

/** Search in a project's memory. */
export function Memory(props: { room: Room; insert: (source: string) => void }): React.JSX.Element {
  const { room } = props;
  const [chosen, setChosen] = React.useState('');
  const search = useAsking<Found[]>();
  const { data, error } = room.part('memory');
  const projects = (data?.projects ?? []) as Project[];
  const project = projects.find(one => one.project_id === chosen) ?? projects[0];
  if (error) {
    return <Problem error={error} onRetry={() => room.refresh('memory')} />;
  }
  if (!data) {
    return <Asking />;
  }
  if (!project) {
    return (
      <>
        <Empty>No project is remembered yet.</Empty>
        <button type="button" className="lux-Button" onClick={() => props.insert('%cortex init .')}>
          Begin with this folder
        </button>
      </>
    );
  }
  const find = (query: string): void => {
    const asked = room.call('search_context', { project_id: project.project_id, query, top_k: MOST_RESULTS });
    search.ask(asked.then(found => (found.results ?? []) as Found[]));
  };
  return (
    <>
      <select
        className="lux-Select"
        aria-label="Project"
        value={project.project_id}
        onChange={event => setChosen(event.target.value)}
      >
        {projects.map(one => (
          <option key={one.project_id} value={one.project_id}>
            {one.name} ({one.contexts})
          </option>
        ))}
      </select>
      <AskLine label="Search the memory" action="Search" isRunning={search.isRunning} onAsk={find} />
      {search.error ? <Problem error={search.error} /> : null}
      {search.found && !search.error ? <Results found={search.found} /> : null}
    </>
  );
}

function Results(props: { found: Found[] }): React.JSX.Element {
  if (props.found.length === 0) {
    return <Empty>Nothing was found.</Empty>;
  }
  return (
    <ul className="lux-List" aria-label="Search results">
      {props.found.map(one => (
        <li key={one.context_id} className="lux-Item lux-Found">
          <p>{one.content}</p>
          <span className="lux-Item-facts">
            {one.branch_topic} · {one.score.toFixed(2)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Project memory: search it, verify a text against it, see how it hangs together, add to it. */

import { useEffect, useState } from 'preact/hooks';
import type { Channel, LuxEvent } from '../channel';
import { Graph } from '../graph/view';
import { afterEvents, changes, useLive, useTask, type Task } from '../hooks';
import { counted, Empty, Field, Html, Problem, Progress, Select, Submit, Tabs } from '../parts';

const TABS = ['Search', 'Verify', 'Graph', 'Remember'];

export function Memory({ channel, options }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, ['memory']);
  const list = useLive(channel, 'list_projects', {}, ['wire'], concerns);
  const projects: any[] = list.answer?.wire?.projects ?? [];
  const [wanted, setWanted] = useState<string | null>(options.project ?? null);
  const current = wanted ?? projects[0]?.project_id ?? null;
  const [tab, setTab] = useState('Search');
  const reading = useTask(channel);
  // Open where there is nothing yet; it stays open while and after it is used.
  const [wasUsed, setUsed] = useState(false);
  const project = projects.find(one => one.project_id === current);
  return (
    <div class="lux-stack">
      <div class="lux-row">
        <Select
          label="Project"
          value={current ?? ''}
          disabled={!projects.length}
          options={
            projects.length
              ? projects.map(one => ({ value: one.project_id, label: `${one.name} · ${one.contexts}` }))
              : [{ value: '', label: 'no project yet' }]
          }
          onChange={setWanted}
        />
        {project && (
          <small class="lux-muted">
            {counted(project.contexts, 'context')} on {project.branches}{' '}
            {project.branches === 1 ? 'branch' : 'branches'}
          </small>
        )}
      </div>
      <Problem failure={list.failure} />
      <NewProject
        channel={channel}
        task={reading}
        isOpen={wasUsed || (!!list.answer && !projects.length)}
        onUse={() => setUsed(true)}
        onMade={setWanted}
      />
      {current ? (
        <>
          <Tabs names={TABS} current={tab} onChange={setTab} id="memory" />
          <div role="tabpanel" aria-labelledby={`memory-${tab}`} key={`${current} ${tab}`}>
            {tab === 'Search' && (
              <Search channel={channel} project={current} isReading={reading.isRunning} />
            )}
            {tab === 'Verify' && <Verify channel={channel} project={current} />}
            {tab === 'Graph' && <Contexts channel={channel} project={current} />}
            {tab === 'Remember' && <Remember channel={channel} project={current} />}
          </div>
        </>
      ) : (
        <Empty>Name a folder above; what is read there can be searched and verified against.</Empty>
      )}
    </div>
  );
}

/** Whether an event may have changed what a search finds; what models do meanwhile does not. */
function changesMemory(channel: Channel): (event: LuxEvent) => boolean {
  const concerns = changes(channel, ['memory']);
  return event =>
    event.kind === 'operation' ? concerns(event) : /^(context|branch|memory|snapshot)_/.test(event.kind);
}

interface NewProps {
  channel: Channel;
  task: Task;
  isOpen: boolean;
  onUse: () => void;
  onMade: (project: string) => void;
}

function NewProject({ channel, task, isOpen, onUse, onMade }: NewProps) {
  const [path, setPath] = useState(channel.folder);
  const [mode, setMode] = useState('light');
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    onUse();
    const answer = await task.run('initialize_context', { project_path: path, mode });
    if (answer) {
      onMade(answer.wire.project_id);
    }
  };
  return (
    <details open={isOpen}>
      <summary>Read a folder</summary>
      <form class="lux-card" onSubmit={make} aria-label="Read a folder">
        <div class="lux-row">
          <input
            class="lux-grow"
            type="text"
            aria-label="Folder"
            value={path}
            onInput={event => setPath(event.currentTarget.value)}
          />
          <Select
            label="How much is read"
            value={mode}
            options={['light', 'full', 'none'].map(one => ({ value: one, label: one }))}
            onChange={setMode}
          />
          <Submit task={task} label="Read" canStop disabled={!path.trim()} />
        </div>
        <Progress task={task} />
        <Problem failure={task.failure} />
      </form>
    </details>
  );
}

/** What is said of a search that found nothing. */
export function nothingFound(query: string, isReading: boolean, isWide: boolean): string {
  if (isReading) {
    return 'Nothing yet: the folder is still being read.';
  }
  return isWide ? 'This project remembers nothing yet.' : `Nothing in this project fits “${query}” well.`;
}

interface ProjectProps {
  channel: Channel;
  project: string;
}

function Search({ channel, project, isReading }: ProjectProps & { isReading: boolean }) {
  const task = useTask(channel);
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState({ query: '', isWide: false });
  const ask = (text: string, isWide: boolean): void => {
    setAsked({ query: text, isWide });
    const params = { project_id: project, query: text, top_k: 20, ...(isWide ? { min_score: 0 } : {}) };
    void task.run('search_context', params, ['wire', 'html']);
  };
  const search = (event: Event): void => {
    event.preventDefault();
    ask(query, false);
  };
  // A project is there before all of it is read: what is found follows what is remembered.
  useEffect(() => afterEvents(channel, changesMemory(channel), task.repeat), [channel, task.repeat]);
  const found: number | undefined = task.answer?.wire?.results?.length;
  return (
    <form onSubmit={search} aria-label="Search the memory">
      <div class="lux-row">
        <input
          class="lux-grow"
          type="search"
          aria-label="Search"
          placeholder="What do we know about …?"
          value={query}
          onInput={event => setQuery(event.currentTarget.value)}
        />
        <Submit task={task} label="Search" disabled={!query.trim()} />
      </div>
      <Progress task={task} />
      <Problem failure={task.failure} />
      <div class="lux-scroll" tabIndex={0} role="region" aria-label="Results">
        {found === undefined && <Empty>Results show here.</Empty>}
        {found === 0 ? (
          <Empty>
            <p>{nothingFound(asked.query, isReading, asked.isWide)}</p>
            {!isReading && !asked.isWide && (
              <button type="button" onClick={() => ask(asked.query, true)}>
                Show the nearest
              </button>
            )}
          </Empty>
        ) : (
          <Html html={task.answer?.html} />
        )}
      </div>
    </form>
  );
}

function Verify({ channel, project }: ProjectProps) {
  const task = useTask(channel);
  const [text, setText] = useState('');
  const verify = (event: Event): void => {
    event.preventDefault();
    void task.run('verify_response', { project_id: project, response_text: text }, ['wire', 'html']);
  };
  return (
    <form onSubmit={verify} aria-label="Verify a text">
      <Field label="Text to verify">
        <textarea rows={3} value={text} onInput={event => setText(event.currentTarget.value)} />
      </Field>
      <div class="lux-row">
        <span class="lux-key lux-supported">supported</span>
        <span class="lux-key lux-refuted">refuted</span>
        <span class="lux-key lux-unmentioned">unmentioned</span>
        <span class="lux-grow" />
        <Submit task={task} label="Verify" canStop disabled={!text.trim()} />
      </div>
      <Progress task={task} />
      <Problem failure={task.failure} />
      <div class="lux-scroll" tabIndex={0} role="region" aria-label="Claims">
        {task.answer ? <Html html={task.answer.html} /> : <Empty>Each claim gets a colour.</Empty>}
      </div>
    </form>
  );
}

function Contexts({ channel, project }: ProjectProps) {
  const concerns = changes(channel, ['memory']);
  const asked = { project_id: project };
  const live = useLive(channel, 'get_context_graph_info', asked, ['graph'], concerns);
  return (
    <>
      <Problem failure={live.failure} />
      <Graph data={live.answer?.graph} height={360} empty="Reading …" />
    </>
  );
}

function Remember({ channel, project }: ProjectProps) {
  const concerns = changes(channel, ['memory']);
  const live = useLive(channel, 'list_branches', { project_id: project }, ['wire'], concerns);
  const branches: any[] = live.answer?.wire?.branches ?? [];
  const [wanted, setWanted] = useState('');
  const [content, setContent] = useState('');
  const [topic, setTopic] = useState('');
  const saving = useTask(channel);
  const making = useTask(channel);
  const active = branches.find(one => one.active) ?? branches[0];
  const branch = wanted || active?.branch_id || '';
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const asked = { project_id: project, branch_id: branch, content, role: 'user', wait: true };
    if (await saving.run('update_memory', asked, ['wire', 'html'])) {
      setContent('');
    }
  };
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await making.run('create_branch', { project_id: project, branch_topic: topic });
    if (answer) {
      setWanted(answer.wire.branch_id);
      setTopic('');
    }
  };
  return (
    <div class="lux-stack">
      <div class="lux-row">
        <Select
          label="Branch"
          value={branch}
          disabled={!branches.length}
          options={
            branches.length
              ? branches.map(one => ({ value: one.branch_id, label: one.branch_topic }))
              : [{ value: '', label: 'no branch yet' }]
          }
          onChange={setWanted}
        />
        <form class="lux-row" onSubmit={make} aria-label="New branch">
          <input
            type="text"
            aria-label="Topic of a new branch"
            placeholder="new topic"
            value={topic}
            onInput={event => setTopic(event.currentTarget.value)}
          />
          <Submit task={making} label="New" disabled={!topic.trim()} />
        </form>
      </div>
      <form onSubmit={save} aria-label="Remember">
        <Field label="To remember">
          <textarea rows={3} value={content} onInput={event => setContent(event.currentTarget.value)} />
        </Field>
        <div class="lux-row">
          <span class="lux-grow" />
          <Submit task={saving} label="Remember" disabled={!content.trim() || !branch} />
        </div>
      </form>
      <Problem failure={saving.failure ?? making.failure ?? live.failure} />
      <Html html={saving.answer?.html} />
    </div>
  );
}

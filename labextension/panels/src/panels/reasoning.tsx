/** Traces: start one, watch it being written, and steer it. */

import { useEffect, useState } from 'preact/hooks';
import type { Channel } from '../channel';
import { Graph } from '../graph/view';
import { changes, useLive, useTask, type Task } from '../hooks';
import { Gauges } from '../gauges';
import { counted, Field, Problem, Select, short, Submit, Writing } from '../parts';

const TOOLSETS = ['reasoning', 'traces', 'threads'];

interface Thought {
  position: number;
  thought_number: number;
  branch_id?: string | null;
}

export function Reasoning({ channel, options }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, TOOLSETS);
  const list = useLive(channel, 'trace_list', { limit: 200 }, ['wire'], concerns);
  const traces: any[] = list.answer?.wire?.traces ?? [];
  const [wanted, setWanted] = useState<string | null>(options.trace ?? null);
  const current = wanted ?? traces[0]?.session_id ?? null;
  const named = current ? { session_id: current } : {};
  const watching = useLive(channel, current ? 'trace_get' : null, named, ['wire', 'graph'], concerns);
  const gauges = useLive(
    channel,
    current ? 'illumination_status' : null,
    named,
    ['wire'],
    concerns
  );
  const task = useTask(channel);
  const [question, setQuestion] = useState('');
  const [steps, setSteps] = useState('5');
  const [stopOn, setStopOn] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const thoughts: Thought[] = watching.answer?.wire?.thoughts ?? [];
  const chosen = thoughts.find(one => `thought-${one.position}` === selected);

  useEffect(() => setSelected(null), [current]);

  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const before = new Set(traces.map(one => one.session_id));
    const follow = channel.onEvents(events => {
      const subject = events.find(one => one.subject?.startsWith('lux://traces/'))?.subject;
      const id = subject?.split('/').pop();
      if (id && !before.has(id)) {
        setWanted(id);
      }
    });
    const asked = { question, steps: Number(steps) || 5, stop_on_intervention: stopOn };
    const answer = await task.run('trace', asked);
    follow();
    if (answer) {
      setWanted(answer.wire.trace.session_id);
      setQuestion('');
    }
    list.refresh();
  };

  return (
    <div class="lux-stack">
      <form class="lux-card" onSubmit={start} aria-label="New trace">
        <Field label="Question">
          <textarea
            rows={2}
            value={question}
            placeholder="What is to be thought about?"
            onInput={event => setQuestion(event.currentTarget.value)}
          />
        </Field>
        <div class="lux-row">
          <Field label="Thoughts">
            <input
              type="number"
              min={1}
              max={50}
              value={steps}
              onInput={event => setSteps(event.currentTarget.value)}
            />
          </Field>
          <label class="lux-check">
            <input
              type="checkbox"
              checked={stopOn}
              onChange={event => setStopOn(event.currentTarget.checked)}
            />
            stop on an intervention
          </label>
          <span class="lux-grow" />
          <Submit task={task} label="Start trace" disabled={!question.trim()} />
        </div>
      </form>
      <div class="lux-row">
        <Select
          label="Trace"
          value={current ?? ''}
          disabled={!traces.length}
          options={
            traces.length
              ? traces.map(one => ({ value: one.session_id, label: short(one.query, 70) }))
              : [{ value: '', label: 'no trace yet' }]
          }
          onChange={setWanted}
        />
        <small class="lux-muted lux-nowrap">
          {watching.answer && `${counted(thoughts.length, 'thought')} · ${watching.answer.wire.trace.status}`}
        </small>
      </div>
      <Gauges status={gauges.shown?.wire} />
      <Graph
        data={watching.shown?.graph}
        empty={current ? 'Reading …' : 'A trace shows here as a tree while it is thought.'}
        selected={selected}
        onSelect={setSelected}
        follows={task.isRunning}
        height={300}
      />
      <Writing task={task} label="Being written" empty="A thought shows here while it is written." canStop />
      <Steer task={task} session={current} thoughts={thoughts} chosen={chosen} />
      <Problem failure={watching.failure} />
    </div>
  );
}

interface SteerProps {
  task: Task;
  session: string | null;
  thoughts: Thought[];
  chosen: Thought | undefined;
}

/** Guidance for the next thought, an alternative from a thought, or a revision of it. */
function Steer({ task, session, thoughts, chosen }: SteerProps) {
  const [guidance, setGuidance] = useState('');
  const last = thoughts[thoughts.length - 1];
  const highest = Math.max(0, ...thoughts.map(one => one.thought_number));
  const at = chosen ?? last;
  const think = async (more: Record<string, unknown>): Promise<void> => {
    const number = highest + 1;
    const answer = await task.run('traced_reasoning', {
      thought: guidance,
      thought_number: number,
      total_thoughts: number,
      next_thought_needed: true,
      session_id: session,
      ...more
    });
    if (answer) {
      setGuidance('');
    }
  };
  const lane = at?.branch_id ? { branch_id: at.branch_id } : {};
  const branches = new Set(thoughts.map(one => one.branch_id).filter(Boolean)).size;
  const canAct = !!guidance.trim() && !task.isRunning && !!at;
  return (
    <form
      class="lux-card"
      aria-label="Steer the trace"
      onSubmit={event => {
        event.preventDefault();
        void think(lane);
      }}
    >
      <Field label={chosen ? `Guidance at thought ${chosen.thought_number}` : 'Guidance'}>
        <input
          type="text"
          value={guidance}
          placeholder="What should be looked at next?"
          onInput={event => setGuidance(event.currentTarget.value)}
        />
      </Field>
      <div class="lux-row">
        <button type="submit" class="lux-main" disabled={!canAct}>
          Next thought
        </button>
        <button
          type="button"
          disabled={!canAct}
          onClick={() =>
            think({ branch_from_thought: at!.thought_number, branch_id: `branch-${branches + 1}` })
          }
        >
          Branch from {at ? at.thought_number : '–'}
        </button>
        <button
          type="button"
          disabled={!canAct}
          onClick={() => think({ ...lane, is_revision: true, revises_thought: at!.thought_number })}
        >
          Revise {at ? at.thought_number : '–'}
        </button>
      </div>
    </form>
  );
}

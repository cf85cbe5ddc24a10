/** Assistants: what they ask leave for, what they may do, what they did, and how to take it back. */

import type { Channel } from '../channel';
import { changes, useLive, useTask, type Task } from '../hooks';
import { Empty, Html, Problem, Progress } from '../parts';
import { Feed } from './feed';

const TOOLSETS = ['kernel', 'assistants'];
const A_WHILE = 600;

export interface ConsentRequest {
  id: string;
  client: string;
  colour: string;
  scope: string;
  what: string;
  detail: string;
}

/** The requests that wait for an answer. */
export function usePending(channel: Channel): { requests: ConsentRequest[]; refresh: () => void } {
  const concerns = changes(channel, TOOLSETS);
  const live = useLive(channel, 'consent_list', {}, ['wire'], concerns);
  return { requests: live.answer?.wire?.pending ?? [], refresh: live.refresh };
}

export function Assistants({ channel }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, TOOLSETS);
  const pending = usePending(channel);
  const attached = useLive(channel, 'assistants_list', {}, ['html'], concerns);
  const task = useTask(channel);
  const answer = async (request: ConsentRequest, allow: boolean): Promise<void> => {
    await task.run('consent_answer', { request_id: request.id, allow });
    pending.refresh();
  };
  const allowAWhile = async (request: ConsentRequest): Promise<void> => {
    const rule = { scope: request.scope, client: request.client, seconds: A_WHILE };
    if (await task.run('consent_allow', rule)) {
      await answer(request, true);
    }
  };
  if (!channel.has('consent_list')) {
    return (
      <div class="lux-stack">
        <Empty>Assistants and their requests are not available in this kernel.</Empty>
        <Feed channel={channel} height={240} />
      </div>
    );
  }
  return (
    <div class="lux-stack">
      <section class="lux-card" aria-label="Requests">
        <h3>Requests</h3>
        {pending.requests.length ? (
          pending.requests.map(one => (
            <Request
              key={one.id}
              request={one}
              task={task}
              onAnswer={allow => answer(one, allow)}
              onAWhile={() => allowAWhile(one)}
            />
          ))
        ) : (
          <Empty>No assistant is waiting for an answer.</Empty>
        )}
        <Problem failure={task.failure} />
      </section>
      <section class="lux-card" aria-label="Attached">
        <h3>Attached</h3>
        <Html html={attached.answer?.html} />
        <Problem failure={attached.failure} />
      </section>
      {channel.has('kernel_undo') && <Undo channel={channel} />}
      <Feed channel={channel} height={200} />
    </div>
  );
}

interface RequestProps {
  request: ConsentRequest;
  task: Task;
  onAnswer: (allow: boolean) => void;
  onAWhile: () => void;
}

function Request({ request, task, onAnswer, onAWhile }: RequestProps) {
  const isOff = task.isRunning;
  return (
    <div class="lux-request" style={{ borderLeftColor: request.colour }}>
      <div>
        <b>{request.client}</b> asks to <b>{request.scope}</b>: {request.what}
        {request.detail && (
          <pre class="lux-code" tabIndex={0}>
            {request.detail}
          </pre>
        )}
      </div>
      <div class="lux-row">
        <button class="lux-main" disabled={isOff} onClick={() => onAnswer(true)}>
          Allow
        </button>
        <button disabled={isOff} onClick={onAWhile}>
          Allow for 10 minutes
        </button>
        <button class="lux-stop" disabled={isOff} onClick={() => onAnswer(false)}>
          Deny
        </button>
      </div>
    </div>
  );
}

function Undo({ channel }: { channel: Channel }) {
  const done = useLive(channel, 'kernel_actions', {}, ['html'], changes(channel, TOOLSETS));
  const task = useTask(channel);
  return (
    <section class="lux-card" aria-label="Undo">
      <div class="lux-row">
        <h3>What their code changed</h3>
        <span class="lux-grow" />
        <button
          disabled={task.isRunning}
          title="Bring variables back as they were before the latest run"
          onClick={() => task.run('kernel_undo', { count: 1 }, ['wire', 'html'])}
        >
          Undo the latest
        </button>
      </div>
      <Progress task={task} />
      <Problem failure={task.failure} />
      <Html html={task.answer?.html} />
      <div class="lux-scroll" tabIndex={0} role="region" aria-label="Runs of assistants">
        <Html html={done.answer?.html} />
      </div>
    </section>
  );
}

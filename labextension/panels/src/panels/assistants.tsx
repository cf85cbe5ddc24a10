/** Assistants: what they ask leave for, what they did, and how to take it back. */

import type { Channel } from '../channel';
import { changes, useLive, useTask, type Task } from '../hooks';
import { Empty, Html, Problem, Progress } from '../parts';
import { Feed } from './feed';

const TOOLSETS = ['kernel', 'consent', 'assistants'];
const LISTS = ['assistant_list', 'assistants_list', 'assistants'];
const UNDOS = ['undo', 'kernel_undo'];

export function Assistants({ channel }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, TOOLSETS);
  const pending = useLive(channel, 'consent_list', {}, ['wire'], concerns);
  const listing = LISTS.find(name => channel.has(name)) ?? null;
  const attached = useLive(channel, listing, {}, ['html'], concerns);
  const undo = UNDOS.find(name => channel.has(name));
  const task = useTask(channel);
  const requests = requestsOf(pending.answer?.wire);
  const answer = async (id: string, isAllowed: boolean): Promise<void> => {
    await task.run('consent_answer', answerOf(id, isAllowed));
    pending.refresh();
  };
  return (
    <div class="lux-stack">
      <section class="lux-card" aria-label="Requests">
        <h3>Requests</h3>
        {!channel.has('consent_list') ? (
          <Empty>Asking for leave is not available in this kernel.</Empty>
        ) : requests.length ? (
          requests.map(one => <Request key={one.id} request={one} task={task} onAnswer={answer} />)
        ) : (
          <Empty>No assistant is waiting for an answer.</Empty>
        )}
        <Problem failure={task.failure ?? pending.failure} />
      </section>
      {listing && (
        <section class="lux-card" aria-label="Attached">
          <h3>Attached</h3>
          <Html html={attached.answer?.html} />
          <Problem failure={attached.failure} />
        </section>
      )}
      {undo && <Undo channel={channel} name={undo} />}
      <Feed channel={channel} height={200} />
    </div>
  );
}

interface Pending {
  id: string;
  who: string;
  what: string;
  detail: string;
}

/** The requests that wait for an answer, whatever they are about. */
function requestsOf(wire: any): Pending[] {
  const rows: any[] = wire?.pending ?? wire?.requests ?? wire?.consents ?? [];
  return rows
    .filter(row => !row.status || row.status === 'pending')
    .map(row => ({
      id: String(row.id ?? row.request_id),
      who: row.client ?? row.assistant ?? row.author ?? 'An assistant',
      what: row.scope ?? row.operation ?? '',
      detail: row.summary ?? row.detail ?? row.description ?? row.operation ?? ''
    }));
}

function answerOf(id: string, isAllowed: boolean): Record<string, unknown> {
  return { request_id: id, allow: isAllowed };
}

interface RequestProps {
  request: Pending;
  task: Task;
  onAnswer: (id: string, isAllowed: boolean) => void;
}

function Request({ request, task, onAnswer }: RequestProps) {
  return (
    <div class="lux-request">
      <div>
        <b>{request.who}</b> asks to <b>{request.what}</b>
        {request.detail && <pre class="lux-code">{request.detail}</pre>}
      </div>
      <div class="lux-row">
        <button class="lux-main" disabled={task.isRunning} onClick={() => onAnswer(request.id, true)}>
          Allow
        </button>
        <button class="lux-stop" disabled={task.isRunning} onClick={() => onAnswer(request.id, false)}>
          Deny
        </button>
      </div>
    </div>
  );
}

function Undo({ channel, name }: { channel: Channel; name: string }) {
  const task = useTask(channel);
  return (
    <section class="lux-card" aria-label="Undo">
      <div class="lux-row">
        <span>Take back what an assistant last changed in the namespace.</span>
        <span class="lux-grow" />
        <button disabled={task.isRunning} onClick={() => task.run(name, {}, ['wire', 'html'])}>
          Undo
        </button>
      </div>
      <Progress task={task} />
      <Problem failure={task.failure} />
      <Html html={task.answer?.html} />
    </section>
  );
}

/** Assistants: what they ask leave for, what they may do, what they did, and how to take it back. */

import { useEffect, useState } from 'preact/hooks';
import type { Channel, LuxEvent } from '../channel';
import { canUndo, keptSomething, nextEnd, ruleText, verb } from '../consents';
import type { Action, ConsentRequest, ConsentRule } from '../consents';
import { changes, useLive, useTask, type Task } from '../hooks';
import { Empty, Html, Problem } from '../parts';
import { Feed } from './feed';

const TOOLSETS = ['kernel', 'assistants'];
const A_WHILE = 600;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Whatever an assistant does changes what is shown of it. */
function concernsAssistants(channel: Channel): (event: LuxEvent) => boolean {
  const concerns = changes(channel, TOOLSETS);
  return event => event.authorKind === 'assistant' || concerns(event);
}

interface Consents {
  requests: ConsentRequest[];
  rules: ConsentRule[];
  refresh: () => void;
}

/** The requests that wait for an answer, and the answers that hold. */
export function usePending(channel: Channel): Consents {
  const live = useLive(channel, 'consent_list', {}, ['wire'], concernsAssistants(channel));
  const rules: ConsentRule[] = live.answer?.wire?.rules ?? [];
  const end = nextEnd(rules);
  useEffect(() => {
    if (end === null) {
      return;
    }
    const timer = setTimeout(live.refresh, Math.min(end + 500, LONGEST_TIMER));
    return () => clearTimeout(timer);
  }, [end]);
  return { requests: live.answer?.wire?.pending ?? [], rules, refresh: live.refresh };
}

export function Assistants({ channel }: { channel: Channel; options: Record<string, any> }) {
  const concerns = concernsAssistants(channel);
  const consents = usePending(channel);
  const attached = useLive(channel, 'assistants_list', {}, ['html'], concerns);
  const task = useTask(channel);
  const say = async (name: string, params: Record<string, unknown>): Promise<void> => {
    await task.run(name, params);
    consents.refresh();
    attached.refresh();
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
        {consents.requests.length ? (
          consents.requests.map(one => <Request key={one.id} request={one} task={task} say={say} />)
        ) : (
          <Empty>No assistant is waiting for an answer.</Empty>
        )}
        <Problem failure={task.failure} />
      </section>
      <section class="lux-card" aria-label="Attached">
        <h3>Attached</h3>
        <div class="lux-scroll" tabIndex={0} role="region" aria-label="Assistants">
          <Html html={attached.answer?.html} />
        </div>
        <Problem failure={attached.failure} />
        {consents.rules.length > 0 && (
          <div class="lux-row">
            <span class="lux-grow">{consents.rules.map(ruleText).join(' · ')}</span>
            <button disabled={task.isRunning} onClick={() => say('consent_deny', {})}>
              Take back
            </button>
          </div>
        )}
      </section>
      {channel.has('kernel_undo') && <Undo channel={channel} />}
      <Feed channel={channel} height={200} />
    </div>
  );
}

interface RequestProps {
  request: ConsentRequest;
  task: Task;
  say: (name: string, params: Record<string, unknown>) => Promise<void>;
}

function Request({ request, task, say }: RequestProps) {
  const { id, client, scope } = request;
  const isOff = task.isRunning;
  const late = request.status === 'unanswered';
  return (
    <div class="lux-request" style={{ borderLeftColor: request.colour }}>
      <div>
        <b>{client}</b> {late ? 'asked' : 'asks'} to <b>{verb(scope)}</b>: {request.what}
        {request.detail && (
          <pre class="lux-code" tabIndex={0}>
            {request.detail}
          </pre>
        )}
        {late && <small class="lux-muted">It no longer waits; a yes holds for its next try.</small>}
      </div>
      <div class="lux-row">
        <button
          class="lux-main"
          disabled={isOff}
          onClick={() => say('consent_answer', { request_id: id, allow: true })}
        >
          Allow once
        </button>
        <button
          disabled={isOff}
          title={`Lets ${client} ${verb(scope)} for ten minutes; this request too`}
          onClick={() => say('consent_allow', { scope, client, seconds: A_WHILE })}
        >
          Allow for 10 minutes
        </button>
        <button
          class="lux-stop"
          disabled={isOff}
          onClick={() => say('consent_answer', { request_id: id, allow: false })}
        >
          Deny
        </button>
      </div>
    </div>
  );
}

function Undo({ channel }: { channel: Channel }) {
  const want = ['wire', 'html'];
  const done = useLive(channel, 'kernel_actions', {}, want, concernsAssistants(channel));
  const task = useTask(channel);
  const actions: Action[] = done.answer?.wire?.actions ?? [];
  // What was undone is told until the next run.
  const [told, setTold] = useState(0);
  const isTold = told === actions.length;
  const undo = async (force: boolean): Promise<void> => {
    setTold(actions.length);
    await task.run('kernel_undo', { count: 1, force }, want);
    done.refresh();
  };
  const isLeft = keptSomething(task.answer?.wire?.undone ?? []);
  return (
    <section class="lux-card" aria-label="Undo">
      <div class="lux-row">
        <h3>What their code changed</h3>
        <span class="lux-grow" />
        <button
          disabled={task.isRunning || !canUndo(actions)}
          title="Bring variables back as they were before the latest run"
          onClick={() => undo(false)}
        >
          Undo the latest
        </button>
      </div>
      <Problem failure={task.failure} />
      <div role="status">{isTold && <Html html={task.answer?.html} />}</div>
      {isTold && isLeft && canUndo(actions) && (
        <div class="lux-row">
          <button disabled={task.isRunning} onClick={() => undo(true)}>
            Bring it back all the same
          </button>
        </div>
      )}
      <div class="lux-scroll" tabIndex={0} role="region" aria-label="Runs of assistants">
        <Html html={done.answer?.html} />
      </div>
    </section>
  );
}

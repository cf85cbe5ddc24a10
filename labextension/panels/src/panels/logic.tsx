/** Knowledge bases: tell, ask, and see the clauses and the proof. */

import { useMemo, useState } from 'preact/hooks';
import type { Channel } from '../channel';
import { Graph } from '../graph/view';
import { changes, useLive, useTask } from '../hooks';
import { counted, Empty, Field, LongList, Problem, Progress, Select, Submit } from '../parts';

export function Logic({ channel, options }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, ['logic']);
  const list = useLive(channel, 'session.list', {}, ['wire'], concerns);
  const sessions: any[] = list.answer?.wire?.data ?? [];
  const [wanted, setWanted] = useState<string | null>(options.session ?? null);
  const current = wanted ?? sessions[0]?.id ?? null;
  const named = current ? { sessionId: current } : {};
  const base = useLive(channel, current ? 'session.get' : null, named, ['wire'], concerns);
  const making = useTask(channel);
  const [name, setName] = useState('');
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await making.run('session.create', name.trim() ? { sessionId: name.trim() } : {});
    if (answer) {
      setWanted(answer.wire.data.id);
      setName('');
      list.refresh();
    }
  };
  return (
    <div class="lux-stack">
      <div class="lux-row">
        <Select
          label="Knowledge base"
          value={current ?? ''}
          disabled={!sessions.length}
          options={
            sessions.length
              ? sessions.map(one => ({ value: one.id, label: `${one.id} · ${counted(one.clauses, 'clause')}` }))
              : [{ value: '', label: 'no knowledge base yet' }]
          }
          onChange={setWanted}
        />
        <form class="lux-row" onSubmit={create} aria-label="New knowledge base">
          <input
            type="text"
            aria-label="Name of a new knowledge base"
            placeholder="new name"
            value={name}
            onInput={event => setName(event.currentTarget.value)}
          />
          <Submit task={making} label="New" />
        </form>
      </div>
      <Problem failure={making.failure} />
      <Problem failure={base.failure ?? list.failure} />
      {current ? (
        <Base
          key={current}
          channel={channel}
          session={current}
          facts={base.answer?.wire?.data?.facts ?? ''}
          version={base.answer?.wire?.data?.version ?? 0}
        />
      ) : (
        <Empty>Make a knowledge base, then tell it sentences or rules and ask it.</Empty>
      )}
    </div>
  );
}

interface BaseProps {
  channel: Channel;
  session: string;
  facts: string;
  version: number;
}

function Base({ channel, session, facts, version }: BaseProps) {
  const [isProlog, setProlog] = useState(false);
  const [told, setTold] = useState('');
  const [asked, setAsked] = useState('');
  const telling = useTask(channel);
  const asking = useTask(channel);
  const changing = useTask(channel);
  const tell = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = isProlog
      ? await telling.run('session.assert_rules', { sessionId: session, rules: told })
      : await telling.run('session.assert', { sessionId: session, naturalLanguageText: told });
    if (answer) {
      setTold('');
    }
  };
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    await asking.run(
      'session.query',
      { sessionId: session, naturalLanguageQuestion: asked, queryOptions: { trace: true } },
      ['wire', 'graph']
    );
  };
  const undo = (): void => {
    void changing.run('session.history', { sessionId: session, version: version - 1, restore: true });
  };
  const retract = (clause: string): void => {
    void changing.run('session.retract', { sessionId: session, rules: clause });
  };
  const answer = asking.answer;
  return (
    <>
      <form class="lux-card" onSubmit={tell} aria-label="Tell">
        <Field label={isProlog ? 'Tell it clauses' : 'Tell it sentences'}>
          <textarea
            rows={2}
            class={isProlog ? 'lux-code' : ''}
            value={told}
            placeholder={isProlog ? 'parent(ann, bob).' : 'Every bird can fly. Tweety is a bird.'}
            onInput={event => setTold(event.currentTarget.value)}
          />
        </Field>
        <div class="lux-row">
          <label class="lux-check">
            <input
              type="checkbox"
              checked={isProlog}
              onChange={event => setProlog(event.currentTarget.checked)}
            />
            Prolog
          </label>
          <span class="lux-grow" />
          <Submit task={telling} label="Assert" disabled={!told.trim()} />
        </div>
        <Problem failure={telling.failure} />
        {(telling.answer?.wire?.contradictions ?? []).map((one: any) => (
          <div class="lux-problem" role="alert">
            <b>Contradiction</b> <span class="lux-pre">{one.text}</span>
          </div>
        ))}
      </form>
      <form class="lux-card" onSubmit={ask} aria-label="Ask">
        <div class="lux-row">
          <input
            class="lux-grow"
            type="text"
            aria-label="Question"
            placeholder="Is Tweety a bird?"
            value={asked}
            onInput={event => setAsked(event.currentTarget.value)}
          />
          <Submit task={asking} label="Ask" canStop disabled={!asked.trim()} />
        </div>
        <Progress task={asking} />
        <Problem failure={asking.failure} />
        {answer && (
          <div class="lux-answer" aria-live="polite">
            <span class={`lux-verdict lux-${answer.wire.verdict}`}>{answer.wire.verdict}</span>{' '}
            {answer.wire.answer}
            {(answer.wire.whyNot ?? []).map((reason: string) => (
              <div class="lux-muted">{reason}</div>
            ))}
          </div>
        )}
        {answer?.graph && <Graph data={answer.graph} height={240} isSnug />}
      </form>
      <Clauses facts={facts} version={version} onRetract={retract} onUndo={undo} />
      <Problem failure={changing.failure} />
    </>
  );
}

interface ClausesProps {
  facts: string;
  version: number;
  onRetract: (clause: string) => void;
  onUndo: () => void;
}

function Clauses({ facts, version, onRetract, onUndo }: ClausesProps) {
  const [query, setQuery] = useState('');
  const rows = useMemo(() => {
    const all = facts
      .split('\n')
      .filter(line => line.trim() && !line.trim().startsWith('%'))
      .map((clause, place) => ({ clause, place }));
    return query ? all.filter(row => row.clause.toLowerCase().includes(query.toLowerCase())) : all;
  }, [facts, query]);
  return (
    <section aria-label="Clauses">
      <div class="lux-row">
        <h3>Clauses</h3>
        <small class="lux-muted">
          {rows.length} · version {version}
        </small>
        <span class="lux-grow" />
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter clauses"
          value={query}
          onInput={event => setQuery(event.currentTarget.value)}
        />
        <button onClick={onUndo} disabled={version < 1} title="Back to the version before">
          Undo
        </button>
      </div>
      <LongList
        items={rows}
        rowHeight={26}
        height={180}
        label="Clauses"
        keyOf={row => `${row.place} ${row.clause}`}
        empty={query ? 'No clause fits.' : 'Nothing is known yet.'}
        render={row => (
          <div class="lux-clause">
            <code title={row.clause}>{row.clause}</code>
            <button
              class="lux-quiet"
              aria-label={`Retract ${row.clause}`}
              onClick={() => onRetract(row.clause)}
            >
              ×
            </button>
          </div>
        )}
      />
    </section>
  );
}

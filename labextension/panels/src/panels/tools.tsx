/** Tools: find one, fill in its form, run it, and see what was mended. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Channel } from '../channel';
import { SchemaForm, initial, toArguments, type Schema, type Values } from '../form';
import { changes, useLive, useTask } from '../hooks';
import { Empty, Field, Html, LongList, Problem, Progress, short, Submit } from '../parts';

export function Tools({ channel, options }: { channel: Channel; options: Record<string, any> }) {
  const concerns = changes(channel, ['tools']);
  const list = useLive(channel, 'tools_list', {}, ['wire'], concerns);
  const tools: any[] = list.answer?.wire?.tools ?? [];
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(options.tool ?? null);
  const shown = useMemo(() => {
    const wanted = query.toLowerCase();
    return tools.filter(tool => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted));
  }, [list.answer, query]);
  return (
    <div class="lux-stack lux-split">
      <section aria-label="Tools">
        <div class="lux-row">
          <input
            class="lux-grow"
            type="search"
            aria-label="Find a tool"
            placeholder="Find a tool"
            value={query}
            onInput={event => setQuery(event.currentTarget.value)}
          />
          <small class="lux-muted">{shown.length}</small>
        </div>
        <LongList
          items={shown}
          rowHeight={44}
          height={264}
          label="Tools"
          keyOf={tool => tool.name}
          empty={list.answer ? 'No tool fits.' : 'Reading …'}
          render={tool => (
            <button
              class={`lux-tool ${tool.name === chosen ? 'lux-is-chosen' : ''}`}
              aria-pressed={tool.name === chosen}
              onClick={() => setChosen(tool.name)}
            >
              <b>{tool.name}</b>
              <small class="lux-muted">{short(tool.description, 90)}</small>
            </button>
          )}
        />
        <Problem failure={list.failure} />
      </section>
      <section aria-label="Call">
        {chosen ? (
          <Call key={chosen} channel={channel} name={chosen} />
        ) : (
          <Empty>Choose a tool to call it.</Empty>
        )}
      </section>
    </div>
  );
}

function Call({ channel, name }: { channel: Channel; name: string }) {
  const live = useLive(channel, 'tool_get', { tool_id: name }, ['wire'], () => false);
  const tool = live.answer?.wire?.tool;
  const schema: Schema = tool?.inputSchema ?? {};
  const [values, setValues] = useState<Values>({});
  const [isRaw, setRaw] = useState(false);
  const [raw, setRawText] = useState('{}');
  const running = useTask(channel);
  const checking = useTask(channel);

  useEffect(() => {
    if (tool) {
      setValues(initial(schema, tool.examples?.[0]?.input));
    }
  }, [tool?.id]);

  const given = (): unknown => {
    if (!isRaw) {
      return toArguments(schema, values);
    }
    try {
      return JSON.parse(raw);
    } catch {
      return raw;
    }
  };
  const run = (event: Event): void => {
    event.preventDefault();
    checking.clear();
    void running.run('tool_execute', { tool_name: name, arguments: given() }, ['wire', 'html']);
  };
  const check = (): void => {
    running.clear();
    void checking.run('auto_correction_test', {
      test_cases: [{ toolName: name, parameters: given() }]
    });
  };
  const toRaw = (): void => {
    setRawText(JSON.stringify(toArguments(schema, values), null, 1));
    setRaw(!isRaw);
  };
  if (!tool) {
    return live.failure ? <Problem failure={live.failure} /> : <Empty>Reading …</Empty>;
  }
  return (
    <form onSubmit={run} aria-label={`Call ${name}`}>
      <h3>{name}</h3>
      <p class="lux-muted">{tool.description}</p>
      {isRaw ? (
        <Field label="Arguments as JSON">
          <textarea
            rows={5}
            class="lux-code"
            value={raw}
            onInput={event => setRawText(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <SchemaForm schema={schema} values={values} onChange={setValues} />
      )}
      <div class="lux-row">
        <button type="button" onClick={toRaw}>
          {isRaw ? 'Form' : 'JSON'}
        </button>
        <span class="lux-grow" />
        <button type="button" onClick={check} disabled={checking.isRunning}>
          Check repair
        </button>
        <Submit task={running} label="Run" canStop />
      </div>
      <Progress task={running.isRunning ? running : checking} />
      <Problem failure={running.failure ?? checking.failure} />
      <Html html={running.answer?.html} />
      {checking.answer && <Repair result={checking.answer.wire.testResults[0]} />}
    </form>
  );
}

/** What the corrector would do with the arguments, without running the tool. */
function Repair({ result }: { result: any }) {
  if (!result.errorDetected) {
    return <div class="lux-note">The arguments fit; nothing would be changed.</div>;
  }
  if (!result.correctionApplied) {
    return <div class="lux-problem">They do not fit, and no repair is sure enough.</div>;
  }
  const { originalParameters: before, correctedParameters: after } = result.details;
  return (
    <div class="lux-note">
      <div>
        Would be repaired, {Math.round(result.confidence * 100)}% sure ({result.details.correctionType}):
      </div>
      <code class="lux-removed">{JSON.stringify(before)}</code>
      <code class="lux-added">{JSON.stringify(after)}</code>
    </div>
  );
}

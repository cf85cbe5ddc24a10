/** Models: which one is used, what it costs, how much may be spent, and a place to try one. */

import { useState } from 'preact/hooks';
import type { Channel } from '../channel';
import { changes, useLive, useTask } from '../hooks';
import { Empty, Field, Html, money, Problem, Select, Submit, Writing } from '../parts';

const COST_BY = ['model', 'notebook', 'day', 'provider', 'thread', 'author'];

export function Models({ channel }: { channel: Channel; options: Record<string, any> }) {
  return (
    <div class="lux-stack">
      <Choice channel={channel} />
      <Budget channel={channel} />
      <Cost channel={channel} />
      <Try channel={channel} />
    </div>
  );
}

function Choice({ channel }: { channel: Channel }) {
  const concerns = changes(channel, ['models']);
  const live = useLive(channel, 'models.roles', {}, ['wire'], concerns);
  const listing = useLive(channel, 'mercury_list_models', {}, ['wire'], () => false);
  const task = useTask(channel);
  const [role, setRole] = useState('normal');
  const [name, setName] = useState('');
  const roles: any[] = [...(live.answer?.wire?.roles ?? [])].sort(
    (one, other) => Number(other.role === 'normal') - Number(one.role === 'normal')
  );
  const models = listed(listing.answer?.wire);
  const choose = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await task.run('models.choose', { role, model: name })) {
      setName('');
      live.refresh();
    }
  };
  return (
    <section class="lux-card" aria-label="Models in use">
      <h3>Models in use</h3>
      <table class="lux-table">
        <tbody>
          {roles.map(one => (
            <tr key={one.role}>
              <th scope="row">{one.role}</th>
              <td>
                {one.model}{' '}
                <span class="lux-muted" title={one.problem}>
                  {one.problem ? '· not set up' : one.provider !== one.model ? `· ${one.provider}` : ''}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form class="lux-row" onSubmit={choose} aria-label="Choose a model">
        <Select
          label="Role"
          value={role}
          options={roles.map(one => ({ value: one.role, label: one.role }))}
          onChange={setRole}
        />
        <input
          class="lux-grow"
          type="text"
          list="lux-models"
          aria-label="Model"
          placeholder="model, provider:model or embedded"
          value={name}
          onInput={event => setName(event.currentTarget.value)}
        />
        <datalist id="lux-models">
          {models.map(one => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Submit task={task} label="Use" disabled={!name.trim()} />
      </form>
      <Problem failure={task.failure ?? live.failure} />
    </section>
  );
}

function listed(wire: any): string[] {
  try {
    return JSON.parse(wire.content[0].text).models.map((one: any) => one.id);
  } catch {
    return [];
  }
}

function Budget({ channel }: { channel: Channel }) {
  const concerns = changes(channel, ['models', 'reasoning', 'traces']);
  const live = useLive(channel, 'models.budget', {}, ['wire'], concerns);
  const task = useTask(channel);
  const [dollars, setDollars] = useState('');
  const [per, setPer] = useState('day');
  const budget = live.answer?.wire;
  const set = async (event: Event): Promise<void> => {
    event.preventDefault();
    const asked = { dollars: dollars.trim() ? Number(dollars) : null, per };
    if (await task.run('models.set_budget', asked)) {
      setDollars('');
      live.refresh();
    }
  };
  const share = budget?.limit ? Math.min(1, budget.spent / budget.limit) : 0;
  return (
    <section class="lux-card" aria-label="Budget">
      <h3>Budget</h3>
      {budget ? (
        <div>
          {budget.limit === undefined || budget.limit === null ? (
            <span>
              No budget; {money(budget.spent)} spent {budget.per === 'day' ? 'today' : 'in this notebook'}.
            </span>
          ) : (
            <>
              <meter
                class="lux-meter"
                min={0}
                max={1}
                value={share}
                high={0.8}
                aria-label="Share of the budget that is spent"
              />
              <span>
                {money(budget.spent)} of {money(budget.limit)} per {budget.per}, {money(budget.left)} left
              </span>
            </>
          )}
        </div>
      ) : (
        <Empty>Reading …</Empty>
      )}
      <form class="lux-row" onSubmit={set} aria-label="Set the budget">
        <input
          type="number"
          min={0}
          step="0.01"
          aria-label="Dollars"
          placeholder="dollars"
          value={dollars}
          onInput={event => setDollars(event.currentTarget.value)}
        />
        <Select
          label="Per"
          value={per}
          options={['day', 'notebook'].map(one => ({ value: one, label: `per ${one}` }))}
          onChange={setPer}
        />
        <Submit
          task={task}
          label={dollars.trim() ? 'Set' : 'No budget'}
          disabled={!dollars.trim() && !budget?.limit}
        />
      </form>
      <Problem failure={task.failure ?? live.failure} />
    </section>
  );
}

function Cost({ channel }: { channel: Channel }) {
  const concerns = changes(channel, ['models', 'reasoning', 'traces']);
  const [by, setBy] = useState('model');
  const live = useLive(channel, 'models.cost', { by }, ['wire'], concerns);
  const rows: any[] = live.answer?.wire?.rows ?? [];
  return (
    <section class="lux-card" aria-label="Cost">
      <div class="lux-row">
        <h3>Cost</h3>
        <Select
          label="Sum by"
          value={by}
          options={COST_BY.map(one => ({ value: one, label: `by ${one}` }))}
          onChange={setBy}
        />
        <span class="lux-grow" />
        <b>{money(live.answer?.wire?.total)}</b>
      </div>
      <Problem failure={live.failure} />
      {rows.length ? (
        <div class="lux-scroll" tabIndex={0} role="region" aria-label="Cost by group">
          <table class="lux-table">
            <thead>
              <tr>
                <th scope="col">{by}</th>
                <th scope="col">calls</th>
                <th scope="col">tokens</th>
                <th scope="col">cost</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.group}>
                  <td>{row.group}</td>
                  <td>{row.calls}</td>
                  <td>
                    {row.prompt_tokens} + {row.completion_tokens}
                  </td>
                  <td>{money(row.cost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Empty>No model was called yet.</Empty>
      )}
    </section>
  );
}

function Try({ channel }: { channel: Channel }) {
  const task = useTask(channel);
  const [prompt, setPrompt] = useState('');
  const [model, setModel] = useState('');
  const ask = (event: Event): void => {
    event.preventDefault();
    const named = model.trim() ? { model: model.trim() } : {};
    void task.run('llm.passthrough', { prompt, ...named }, ['wire', 'html']);
  };
  return (
    <form class="lux-card" onSubmit={ask} aria-label="Try a model">
      <h3>Try a model</h3>
      <Field label="Prompt">
        <textarea rows={2} value={prompt} onInput={event => setPrompt(event.currentTarget.value)} />
      </Field>
      <div class="lux-row">
        <input
          type="text"
          list="lux-models"
          aria-label="Model to try"
          placeholder="the normal one"
          value={model}
          onInput={event => setModel(event.currentTarget.value)}
        />
        <span class="lux-grow" />
        <Submit task={task} label="Ask" canStop disabled={!prompt.trim()} />
      </div>
      <Writing task={task} label="Answer" empty="The answer shows here.">
        {task.answer && !task.isRunning && !task.failure ? (
          <Html html={task.answer.html} />
        ) : (
          <div class="lux-pre">{task.text}</div>
        )}
      </Writing>
    </form>
  );
}

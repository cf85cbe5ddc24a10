/** Small parts that the panels are made of. */

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Failure } from './channel';
import type { Task } from './hooks';

/** HTML that a result of the kernel made of itself; everything in it is escaped there. */
export function Html({ html }: { html: string | undefined }) {
  return html ? <div class="lux-html" dangerouslySetInnerHTML={{ __html: html }} /> : null;
}

export function Problem({ failure }: { failure: Failure | null }) {
  if (!failure || failure.code === 'CANCELLED') {
    return null;
  }
  return (
    <div class="lux-problem" role="alert">
      <b>{failure.message}</b>
      {failure.hint && <div>{failure.hint}</div>}
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="lux-empty">{children}</div>;
}

export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="lux-field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** How a running call is doing: a bar that keeps its place, so that nothing jumps. */
export function Progress({ task }: { task: Task }) {
  const width = task.share === null ? '100%' : `${Math.round(task.share * 100)}%`;
  return (
    <div class={`lux-progress ${task.isRunning ? 'lux-is-running' : ''}`} aria-hidden={!task.isRunning}>
      <div class={task.share === null ? 'lux-bar lux-bar-waiting' : 'lux-bar'} style={{ width }} />
      <small class="lux-muted" role="status">
        {task.isRunning ? task.note || 'working …' : ''}
      </small>
    </div>
  );
}

interface WritingProps {
  task: Task;
  label: string;
  /** What will show here, said until it does. */
  empty: string;
  canStop?: boolean;
  children?: ComponentChildren;
}

/** Where a text is written, or what went wrong is told; as high before, meanwhile and after. */
export function Writing({ task, label, empty, canStop, children }: WritingProps) {
  const hasFailed = !task.isRunning && task.failure && task.failure.code !== 'CANCELLED';
  const isEmpty = !task.isRunning && !task.failure && !task.text && !task.answer;
  return (
    <div class="lux-writing" aria-label={label} tabIndex={0} role="region">
      {task.isRunning && canStop && (
        <button type="button" class="lux-stop lux-in-corner" onClick={task.stop}>
          Stop
        </button>
      )}
      {hasFailed && <Problem failure={task.failure} />}
      {task.isRunning && <Progress task={task} />}
      {isEmpty && <span class="lux-muted">{empty}</span>}
      {children ?? <div class="lux-pre">{task.text}</div>}
    </div>
  );
}

interface SubmitProps {
  task: Task;
  label: string;
  canStop?: boolean;
  disabled?: boolean;
}

/** The button that starts a call, or stops the one that runs. */
export function Submit({ task, label, canStop, disabled }: SubmitProps) {
  if (task.isRunning && canStop) {
    return (
      <button type="button" class="lux-stop" onClick={task.stop}>
        Stop
      </button>
    );
  }
  return (
    <button type="submit" class="lux-main" disabled={task.isRunning || disabled}>
      {label}
    </button>
  );
}

interface TabsProps {
  names: string[];
  current: string;
  onChange: (name: string) => void;
  badges?: Record<string, number>;
  id: string;
}

export function Tabs({ names, current, onChange, badges = {}, id }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const ways: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const way = ways[event.key];
    if (way) {
      const next = names[(names.indexOf(current) + way + names.length) % names.length];
      onChange(next);
      list.current?.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div class="lux-tabs" role="tablist" ref={list} onKeyDown={onKey}>
      {names.map(name => (
        <button
          key={name}
          role="tab"
          data-name={name}
          id={`${id}-${name}`}
          aria-selected={name === current}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {name}
          {badges[name] ? <span class="lux-badge">{badges[name]}</span> : null}
        </button>
      ))}
    </div>
  );
}

interface ListProps<Item> {
  items: Item[];
  rowHeight: number;
  height: number;
  label: string;
  render: (item: Item) => ComponentChildren;
  keyOf: (item: Item) => string;
  empty: string;
}

/** A long list of which only the rows in sight are drawn. */
export function LongList<Item>(props: ListProps<Item>) {
  const { items, rowHeight, height, label, render, keyOf, empty } = props;
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowHeight) - 4);
  const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + 4);
  if (!items.length) {
    return (
      <div class="lux-list" style={{ height: `${height}px` }}>
        <Empty>{empty}</Empty>
      </div>
    );
  }
  return (
    <div
      class="lux-list"
      style={{ height: `${height}px` }}
      tabIndex={0}
      role="region"
      aria-label={`${label}, ${items.length}`}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: `${items.length * rowHeight}px`, position: 'relative' }}>
        {items.slice(first, last).map((item, index) => (
          <div
            key={keyOf(item)}
            class="lux-item"
            style={{ top: `${(first + index) * rowHeight}px`, height: `${rowHeight}px` }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function Select({ label, value, options, onChange, disabled }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.value)}
    >
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function money(cost: number | null | undefined): string {
  if (cost === null || cost === undefined) {
    return '';
  }
  return cost === 0 ? '$0' : cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

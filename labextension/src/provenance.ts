import { count, dollars, modelName } from './format';
import type { LuxEvent } from './protocol';

/** Where the content of a cell's output came from; kept in the cell's metadata. */
export interface Provenance {
  by: string;
  models: string[];
  operations: string[];
  prompt_tokens: number;
  completion_tokens: number;
  cost: number | null;
  at: string;
  execution_count?: number;
}

export const METADATA = 'lux_nb';
const HUMAN = 'human';
const AND = ' + ';

/** What a cell's provenance is after one more event of that cell. */
export function provenanceAfter(before: Provenance | null, event: LuxEvent): Provenance | null {
  const isTelling = event.kind === 'model_call' || (event.kind === 'operation' && event.status === 'ok');
  if (!event.cell_id || !isTelling) {
    return before;
  }
  const goesOn = before !== null && before.execution_count === event.execution_count;
  const start: Provenance = goesOn ? { ...before, by: joined(before.by, author(event)) } : empty(event);
  if (event.kind === 'operation') {
    return { ...start, at: event.at, operations: including(start.operations, event.operation) };
  }
  return {
    ...start,
    at: event.at,
    models: including(start.models, event.subject),
    prompt_tokens: start.prompt_tokens + (event.prompt_tokens ?? 0),
    completion_tokens: start.completion_tokens + (event.completion_tokens ?? 0),
    // The cost is known only if each call's is.
    cost: start.cost === null || event.cost === undefined ? null : start.cost + event.cost
  };
}

function empty(event: LuxEvent): Provenance {
  return {
    by: author(event),
    models: [],
    operations: [],
    prompt_tokens: 0,
    completion_tokens: 0,
    cost: 0,
    at: event.at,
    ...(event.execution_count === undefined ? {} : { execution_count: event.execution_count })
  };
}

function author(event: LuxEvent): string {
  return event.author_kind === 'assistant' ? (event.author_name ?? event.author) : HUMAN;
}

/** Who had a part in a cell: an assistant's part never passes for the human's. */
function joined(by: string, another: string): string {
  return including(by.split(AND), another).join(AND);
}

/** Whether the cell was run again since, and that run told nothing of itself. */
export function isOutdated(provenance: Provenance, executionCount: number | null): boolean {
  return executionCount !== null && (provenance.execution_count ?? executionCount) !== executionCount;
}

/** Whether an assistant had a part in a cell. */
export function byAssistant(provenance: Provenance): boolean {
  return provenance.by !== HUMAN;
}

function including(names: string[], name: string | undefined): string[] {
  return name === undefined || names.includes(name) ? names : [...names, name];
}

/** Read a provenance from cell metadata, which anybody may have written. */
export function readProvenance(value: unknown): Provenance | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const found = value as Partial<Provenance>;
  if (typeof found.by !== 'string') {
    return null;
  }
  const number = (given: unknown): number => (typeof given === 'number' ? given : 0);
  const texts = (given: unknown): string[] =>
    Array.isArray(given) ? given.filter(item => typeof item === 'string') : [];
  return {
    by: found.by,
    models: texts(found.models),
    operations: texts(found.operations),
    prompt_tokens: number(found.prompt_tokens),
    completion_tokens: number(found.completion_tokens),
    cost: typeof found.cost === 'number' ? found.cost : null,
    at: typeof found.at === 'string' ? found.at : '',
    ...(typeof found.execution_count === 'number' ? { execution_count: found.execution_count } : {})
  };
}

/** The badge's parts, from left to right. */
export function badgeParts(provenance: Provenance): string[] {
  const parts = [provenance.by];
  if (provenance.models.length > 0) {
    const tokens = provenance.prompt_tokens + provenance.completion_tokens;
    parts.push(provenance.models.map(modelName).join(', '), count(tokens, 'token'), dollars(provenance.cost));
  } else if (provenance.operations.length > 0) {
    parts.push(provenance.operations[provenance.operations.length - 1]);
  }
  return parts;
}

/** All that is known, for the tooltip. */
export function badgeTitle(provenance: Provenance): string {
  const lines = [`Asked by: ${provenance.by}`];
  if (provenance.models.length > 0) {
    lines.push(
      `Model: ${provenance.models.join(', ')}`,
      `Tokens: ${provenance.prompt_tokens} in, ${provenance.completion_tokens} out`,
      `Cost: ${dollars(provenance.cost)}`
    );
  }
  if (provenance.operations.length > 0) {
    lines.push(`Operations: ${provenance.operations.join(', ')}`);
  }
  if (provenance.at) {
    lines.push(`At: ${new Date(provenance.at).toLocaleString()}`);
  }
  return lines.join('\n');
}

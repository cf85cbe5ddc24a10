import { count, dollars, duration, modelName } from './format';
import type { LuxEvent } from './protocol';

/** Parts of the sidebar that show what an event is about. */
export type Part = 'threads' | 'monitor' | 'logic' | 'memory' | 'tools' | 'assistants' | 'consents' | 'money' | 'room';

/** Say in a few words what happened. */
export function title(event: LuxEvent): string {
  const payload = event.payload;
  switch (event.kind) {
    case 'operation':
      return event.operation ?? 'operation';
    case 'model_call':
      return `asked ${modelName(event.subject ?? 'a model')}`;
    case 'thread_created':
      return 'began a thread';
    case 'thread_deleted':
      return 'deleted a thread';
    case 'turn_added':
      return `added ${count(Number(payload.turns ?? 1), 'turn')}`;
    case 'thought_added':
      return `thought ${payload.thought_number ?? ''}`.trim();
    case 'bias_step_added':
      return `bias check: ${String(payload.step_type ?? 'step').replaceAll('_', ' ')}`;
    case 'plan_step_added':
      return `plan step ${payload.step_number ?? ''}`.trim();
    case 'kb_updated':
      return `knowledge base ${payload.sessionId ?? ''} changed`;
    case 'context_saved':
      return 'remembered something';
    case 'assistant':
      return 'attached';
    case 'consent':
      return consentTitle(event);
    default:
      return event.kind.replaceAll(/[:_]/g, ' ');
  }
}

function consentTitle(event: LuxEvent): string {
  const what = String(event.payload.what ?? event.operation ?? event.payload.scope ?? '');
  return event.status === 'waiting' ? `asks: ${what}` : `${event.status.replaceAll('_', ' ')}: ${what}`;
}

/** Figures of an event: time, tokens, cost; empty when it has none. */
export function figures(event: LuxEvent): string {
  const parts: string[] = [];
  if (event.seconds !== undefined) {
    parts.push(duration(event.seconds));
  }
  const tokens = (event.prompt_tokens ?? 0) + (event.completion_tokens ?? 0);
  if (tokens > 0) {
    parts.push(count(tokens, 'token'));
  }
  if (event.cost) {
    parts.push(dollars(event.cost));
  }
  return parts.join(' · ');
}

/** What went wrong, or what the monitor said. */
export function remark(event: LuxEvent): string {
  if (isFailed(event)) {
    return String(event.payload.message ?? event.error_code ?? event.status);
  }
  const intervention = event.payload.intervention;
  return event.kind === 'thought_added' && intervention ? words(String(intervention)) : '';
}

export function isFailed(event: LuxEvent): boolean {
  return event.status === 'error' || (event.kind === 'operation' && event.status === 'cancelled');
}

/** An identifier as words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The parts of the sidebar that an event makes out of date. */
export function touches(event: LuxEvent): Part[] {
  const kind = event.kind;
  if (kind.startsWith('thread_') || kind === 'turn_added') {
    return ['threads'];
  }
  if (kind === 'thought_added') {
    return ['monitor'];
  }
  if (kind === 'kb_updated') {
    return ['logic'];
  }
  if (kind.startsWith('context_') || kind.startsWith('project_')) {
    return ['memory'];
  }
  if (kind.startsWith('mcp:tool') || kind.startsWith('auto_correction')) {
    return ['tools'];
  }
  if (kind === 'consent') {
    return ['consents', 'assistants'];
  }
  if (kind === 'assistant') {
    return ['assistants'];
  }
  if (kind === 'model_call') {
    return ['money'];
  }
  if (kind === 'operation') {
    const parts = operationTouches(event.operation ?? '');
    return event.author_kind === 'assistant' ? [...parts, 'assistants'] : parts;
  }
  return [];
}

function operationTouches(operation: string): Part[] {
  if (operation.startsWith('server_')) {
    return ['room'];
  }
  if (operation.startsWith('session.') || operation.startsWith('ontology.')) {
    return ['logic'];
  }
  if (operation === 'initialize_context' || operation === 'rescan') {
    return ['memory'];
  }
  return operation.startsWith('consent_') ? ['consents', 'assistants'] : [];
}

export type FeedFilter = 'all' | 'cells' | 'assistants' | 'problems';

/** Whether an event is shown under a filter. */
export function passes(event: LuxEvent, filter: FeedFilter): boolean {
  switch (filter) {
    case 'cells':
      return event.author_kind === 'cell';
    case 'assistants':
      return event.author_kind === 'assistant';
    case 'problems':
      return isFailed(event) || remark(event) !== '';
    default:
      return true;
  }
}

/** Add events to a list that keeps its latest; each event is in it once. */
export function appended(known: readonly LuxEvent[], more: readonly LuxEvent[], most: number): LuxEvent[] {
  const ids = new Set(known.map(event => event.id));
  const fresh = more.filter(event => !ids.has(event.id));
  const all = [...known, ...fresh];
  return all.length > most ? all.slice(all.length - most) : all;
}

/** Put events of the log before and between those that were told; each is in the list once. */
export function merged(past: readonly LuxEvent[], told: readonly LuxEvent[], most: number): LuxEvent[] {
  const known = new Map(told.map(event => [event.id, event]));
  const logged = new Set(past.map(event => event.id));
  const newest = past.at(-1)?.at ?? '';
  // What was told before the log was read and is not in it is older than all of it.
  const older = told.filter(event => !logged.has(event.id) && event.at <= newest);
  const newer = told.filter(event => !logged.has(event.id) && event.at > newest);
  // What was told says more of an event than the log does.
  const all = [...older, ...past.map(event => known.get(event.id) ?? event), ...newer];
  return all.length > most ? all.slice(all.length - most) : all;
}

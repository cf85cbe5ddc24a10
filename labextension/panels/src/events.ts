/** How an event of the log is told. */

import type { LuxEvent } from './channel';

const BAD = new Set(['error', 'failed', 'denied', 'unanswered', 'rule_denies']);

/** How it ended, in words; an event that went well says nothing. */
export function statusOf(event: LuxEvent): string {
  return event.status === 'ok' ? '' : (event.error || event.status).replace(/_/g, ' ');
}

/** Whether it ended otherwise than hoped for. */
export function isBad(event: LuxEvent): boolean {
  return !!event.error || BAD.has(event.status);
}

/** All of an event in one line, to be found by and for the tooltip. */
export function line(event: LuxEvent): string {
  const parts = [event.author, event.operation, event.kind, event.subject, event.status, event.message];
  return parts.filter(Boolean).join(' · ');
}

/** Whether an event has every word of a query. */
export function fits(event: LuxEvent, query: string): boolean {
  const text = line(event).toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

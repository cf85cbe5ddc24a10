/** What assistants ask leave for and what was said, in words. */

export interface ConsentRequest {
  id: string;
  client: string;
  colour: string;
  scope: string;
  what: string;
  detail: string;
  status: string;
}

export interface ConsentRule {
  scope: string;
  allows: boolean;
  client: string | null;
  seconds_left: number | null;
  once: boolean;
}

/** One run of an assistant's code. */
export interface Action {
  changes: unknown[];
  undone: boolean;
}

const VERBS: Record<string, string> = {
  run: 'run code',
  write: 'write or delete',
  spend: 'spend money'
};

/** What a scope lets an assistant do. */
export function verb(scope: string): string {
  return VERBS[scope] ?? scope;
}

/** A standing yes or no as a sentence. */
export function ruleText(rule: ConsentRule): string {
  const may = rule.allows ? 'may' : 'may not';
  const left = rule.seconds_left;
  const until = left === null ? '' : ` for ${Math.max(1, Math.round(left / 60))} min more`;
  return `${rule.client ?? 'Every assistant'} ${may} ${verb(rule.scope)}${rule.once ? ' once' : ''}${until}`;
}

/** In how many milliseconds the first of the rules ends, if one does. */
export function nextEnd(rules: ConsentRule[]): number | null {
  const ends = rules.flatMap(rule => (rule.seconds_left === null ? [] : [rule.seconds_left]));
  return ends.length ? Math.min(...ends) * 1000 : null;
}

/** Whether a run changed something that was not brought back yet. */
export function canUndo(actions: Action[]): boolean {
  return actions.some(one => !one.undone && one.changes.length > 0);
}

/** Whether an undo left a variable as it is, because it was changed again since. */
export function keptSomething(undone: { restored: string[]; left: Record<string, string> }[]): boolean {
  return undone.some(one => one.restored.length === 0 && Object.keys(one.left).length > 0);
}

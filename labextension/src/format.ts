/** Numbers, times and names as they are shown. */

/** Dollars: exact enough to see a cheap call, short enough for a badge. */
export function dollars(amount: number | null | undefined): string {
  if (amount === null || amount === undefined) {
    return 'no price';
  }
  if (amount === 0) {
    return 'free';
  }
  return amount < 0.01 ? `$${Number(amount.toPrecision(2))}` : `$${amount.toFixed(2)}`;
}

/** Spent money against the budget. */
export function spending(spent: number, limit: number | null | undefined): string {
  const amount = spent === 0 ? '$0' : dollars(spent);
  return limit === null || limit === undefined ? amount : `${amount} of ${dollars(limit)}`;
}

/** A duration in the unit that suits it. */
export function duration(seconds: number): string {
  if (seconds < 1) {
    return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  }
  if (seconds < 100) {
    return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  }
  return `${Math.round(seconds / 60)} min`;
}

/** How long ago something was, in words a glance can take in. */
export function ago(at: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(at)) / 1000;
  if (!Number.isFinite(seconds)) {
    return '';
  }
  if (seconds < 45) {
    return 'now';
  }
  if (seconds < 3600) {
    return `${Math.max(1, Math.round(seconds / 60))} min`;
  }
  if (seconds < 86_400) {
    return `${Math.round(seconds / 3600)} h`;
  }
  return `${Math.round(seconds / 86_400)} d`;
}

/** A clock time, for the tooltip of a relative one. */
export function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : date.toLocaleString();
}

/** A count with its noun. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}

/** A model's name without the provider and the file's ending. */
export function modelName(name: string): string {
  return fileName(name).replace(/\.(gguf|Q\d\w*)$/i, '');
}

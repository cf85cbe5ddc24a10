/** What goes over the comms between JupyterLab and a kernel with lux_nb. */

export const REQUESTS = 'lux-nb:request';
export const EVENTS = 'lux-nb:events';

export type Fields = Record<string, unknown>;

/** What the kernel says of itself. */
export interface Hello {
  protocol: number;
  version: string;
  running: boolean;
  notebook: string | null;
  operations: string[];
}

/** One thing that happened in the kernel. */
export interface LuxEvent {
  id: string;
  at: string;
  kind: string;
  author: string;
  author_kind: 'cell' | 'assistant' | 'script';
  author_name?: string;
  subject?: string;
  operation?: string;
  status: string;
  error_code?: string;
  seconds?: number;
  prompt_tokens?: number;
  completion_tokens?: number;
  cost?: number;
  cell_id?: string;
  execution_count?: number;
  notebook?: string;
  payload: Fields;
}

export interface Update {
  text?: string;
  progress?: { message: string; done: number | null; total: number | null };
  notices?: string[];
}

/** An error as the kernel tells it. */
export interface ToldError {
  code: string;
  message: string;
  hint?: string;
}

/** An answer of the kernel to one question. */
export interface Answer {
  id: string;
  result?: Fields;
  error?: ToldError;
  update?: Update;
}

/** What the kernel sends of its own accord. */
export type Message =
  | { type: 'events'; events: LuxEvent[]; left_out: number }
  | ({ type: 'engine' } & Hello);

/** An operation that failed, with what to do about it. */
export class LuxError extends Error {
  constructor(readonly told: ToldError) {
    super(told.message);
    this.name = 'LuxError';
  }

  get code(): string {
    return this.told.code;
  }

  get hint(): string | undefined {
    return this.told.hint;
  }
}

/** Turn anything thrown into an error that can be shown. */
export function asLuxError(error: unknown): LuxError {
  if (error instanceof LuxError) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new LuxError({ code: 'FRONT_END', message });
}

/** Which language a cell with one of the magics is written in. */

export const PROLOG = 'text/x-lux-prolog';
export const CONVERSATION = 'text/x-lux-conversation';

const CONVERSATIONS = new Set(['confer', 'trace', 'bias', 'plan', 'remember']);
const MAGIC = /^\s*%%(\w+)/;
// Clauses, as the kernel tells them from sentences.
const CLAUSE = /^\s*(?:-?\s*[a-z]\w*\s*\(|[a-z]\w*\s*(?::-|\.\s*$)|%)/;

/** The name of the cell magic a cell begins with, if it does. */
export function magicOf(source: string): string | null {
  return MAGIC.exec(source)?.[1] ?? null;
}

/** The MIME type of the language a cell is written in, or null if it is plain code. */
export function languageOf(source: string): string | null {
  const magic = magicOf(source);
  if (magic === 'mcr') {
    return isProlog(source.slice(source.indexOf('\n') + 1)) ? PROLOG : CONVERSATION;
  }
  return magic !== null && CONVERSATIONS.has(magic) ? CONVERSATION : null;
}

/** Whether the body of a %%mcr cell is Prolog and not sentences. */
export function isProlog(body: string): boolean {
  const first = body.split('\n').find(line => line.trim() !== '') ?? '';
  return first.trimStart().startsWith('%%') || CLAUSE.test(first);
}

/** The predicates that Prolog text defines or calls, with their number of arguments unknown. */
export function predicates(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|%.*/g, ' ').matchAll(/\b([a-z]\w*)\s*\(/g)) {
    names.add(match[1]);
  }
  return [...names].sort();
}
